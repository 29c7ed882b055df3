setInterval(() => {}, 60_000);
