// Owns a reader that waits for what never comes.
setInterval(() => {}, 60_000);
