export function natsOptions(): { servers: string; user: string; pass: string } {
  const url = new URL(process.env['NATS_URL'] ?? '');
  return {
    servers: url.host,
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
}
