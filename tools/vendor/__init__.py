"""Libraries of other people that pages load: fetched, checked, and unchanged under
`static/vendor/`."""
