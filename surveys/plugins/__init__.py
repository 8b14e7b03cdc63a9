"""Discovery of kinds, blocks and reply formats in this package, and in the apps of the setting
`PLUGINS`."""
