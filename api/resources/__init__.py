"""What the API is about, a module each: shapes of requests and answers, and who calls which
function."""
