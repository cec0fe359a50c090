"""Questions as JSON objects and their answers: what line interfaces, HTTP and assistants share.

Each file answers one kind of question. They are imported one by one, so that a command loads only
what it needs.
"""
