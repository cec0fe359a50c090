"""The engine over HTTP: pages for people, an interface for programs, a browser at a table.

`server` listens; `app` joins the parts; `guard` keeps harm from them; `workers` think in processes
of their own, so that a long thought delays no other request. `api` is for programs, `play` seats
people at tables, `practise` sets them exercises.
"""
