"""What several tests share: random material, commands, scripted peers, tables on this machine."""
