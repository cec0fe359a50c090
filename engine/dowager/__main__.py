"""`python -m dowager`: the same program as the command `dowager`."""

from dowager.cli.main import main

if __name__ == "__main__":
    main()
