// Owns how the bare servers reach NATS: the address with its user, as the environment gives it.

export function natsOptions(): { servers: string; user: string; pass: string } {
  const url = new URL(process.env['NATS_URL'] ?? '');
  return {
    servers: url.host,
    user: decodeURIComponent(url.username),
    pass: decodeURIComponent(url.password),
  };
}
