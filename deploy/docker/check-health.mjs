// Owns the question a container engine asks: ready or not, as an exit code. Plain JavaScript, and no curl in the image.

const url = process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.HEALTH_PORT ?? 9090}/readyz`;
try {
  const response = await fetch(url, { signal: AbortSignal.timeout(2500) });
  process.stdout.write(`${response.status} ${(await response.text()).slice(0, 500)}\n`);
  process.exit(response.ok ? 0 : 1);
} catch (error) {
  process.stdout.write(`${url}: ${String(error.cause ?? error)}\n`);
  process.exit(1);
}
