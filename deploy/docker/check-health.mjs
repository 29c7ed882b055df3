import { get } from 'node:http';

const url = process.env.HEALTH_URL ?? `http://127.0.0.1:${process.env.HEALTH_PORT ?? 9090}/readyz`;
const request = get(url, { timeout: 2500 }, (response) => {
  process.stdout.write(`${response.statusCode} `);
  response.pipe(process.stdout);
  response.on('end', () => (process.exitCode = response.statusCode === 200 ? 0 : 1));
});
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', (error) => {
  process.stdout.write(`${url}: ${error.message}\n`);
  process.exitCode = 1;
});
