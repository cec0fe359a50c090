"""Certificates for secure WebSockets: a host's own, made when it is first needed, and trust."""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname

from dowager.errors import InputError

_YEARS = 5


@dataclass(frozen=True, slots=True)
class Identity:
    """A host's certificate and key.

    Attributes:
        certificate: the file of the certificate, for everybody.
        key: the file of the key, for nobody but the host.
    """

    certificate: Path
    key: Path


def own_identity(folder: Path) -> Identity:
    """Return a host's own certificate, which it has signed itself, and its key.

    They are made where there are none, or when the certificate has run out.

    Raises:
        InputError: they can be neither read nor written.
    """
    identity = Identity(folder / "host.crt", folder / "host.key")
    try:
        if not identity.key.exists() or _has_run_out(identity.certificate):
            folder.mkdir(parents=True, exist_ok=True)
            _make(identity)
    except OSError as error:
        raise InputError(f"no certificate in {folder}: {error.strerror or error}") from error
    return identity


def _has_run_out(file: Path) -> bool:
    """Whether a certificate is not there, cannot be read or has run out."""
    from cryptography.x509 import load_pem_x509_certificate

    try:
        certificate = load_pem_x509_certificate(file.read_bytes())
    except (OSError, ValueError):
        return True
    return certificate.not_valid_after_utc <= datetime.now(UTC)


def _make(identity: Identity) -> None:
    """Make a key and a certificate that it signs, for this machine's names."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Dowager host")])
    names = [x509.DNSName(each) for each in dict.fromkeys(("localhost", gethostname()))]
    addresses = [x509.IPAddress(ip_address(each)) for each in ("127.0.0.1", "::1")]
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=365 * _YEARS))
        .add_extension(x509.SubjectAlternativeName([*names, *addresses]), critical=False)
        .sign(key, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    private = key.private_bytes(
        encoding, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    _write(identity.key, private, 0o600)
    _write(identity.certificate, certificate.public_bytes(encoding), 0o644)


def _write(file: Path, data: bytes, mode: int) -> None:
    """Write a file that is never there in part, nor for others than `mode` says."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
        out.write(data)
    part.replace(file)


def host_context(identity: Identity) -> ssl.SSLContext:
    """Return how a host makes connections secure: TLS 1.2 or later.

    Raises:
        InputError: the certificate or the key cannot be read, or they do not belong together.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(identity.certificate, identity.key)
    except (OSError, ssl.SSLError) as error:
        raise InputError(
            f"cannot use {identity.certificate} with {identity.key}: {error.strerror or error}"
        ) from error
    return context


def client_context(trusted: Path | None = None, insecure: bool = False) -> ssl.SSLContext:
    """Return how a client makes connections secure: TLS 1.2 or later.

    Args:
        trusted: the certificate of the host, which is then trusted whatever name it is for; None
            for those that the system trusts.
        insecure: whether any certificate is trusted, also one that has run out.

    Raises:
        InputError: the certificate cannot be read.
    """
    if trusted is not None and not insecure:
        return _trusting(trusted)
    context = ssl.create_default_context()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    if insecure:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def _trusting(trusted: Path) -> ssl.SSLContext:
    """Return a context that trusts one certificate only."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.check_hostname = False
    try:
        context.load_verify_locations(trusted)
    except (OSError, ssl.SSLError) as error:
        raise InputError(f"cannot use {trusted}: {error.strerror or error}") from error
    return context
