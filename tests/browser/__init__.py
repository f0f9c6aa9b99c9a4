"""What people do in the browser, done by a real one."""
