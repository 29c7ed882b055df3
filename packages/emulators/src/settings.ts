import type { MailboxOptions } from './mail/start-mailbox.ts';
import type { BookingPageOptions } from './pages/booking-page.ts';
import type { PaymentEmulatorOptions } from './payment/start-payment-emulator.ts';

export interface Settings {
  readonly payment: PaymentEmulatorOptions;
  readonly mail: MailboxOptions;
  /** Undefined where there are no files to serve. */
  readonly bookingPage?: BookingPageOptions;
}

type Environment = Readonly<Record<string, string | undefined>>;

export class SettingsError extends Error {}

/** Throws a SettingsError that names every invalid setting. */
export function readSettings(env: Environment): Settings {
  const problems: string[] = [];
  const port = (name: string, fallback: number): number => {
    const text = env[name] ?? String(fallback);
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
      problems.push(`${name} is a port, not ${JSON.stringify(text)}`);
    return Number(text);
  };
  const list = (name: string): string[] =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  const secretKeys = list('STRIPE_SECRET_KEYS');
  if (secretKeys.length === 0)
    problems.push('STRIPE_SECRET_KEYS is required: sk_test_… or sk_live_…, comma separated');
  if (secretKeys.some((key) => !/^(sk|rk)_(test|live)_/.test(key)))
    problems.push('STRIPE_SECRET_KEYS are keys like sk_test_…');
  const urls = list('STRIPE_WEBHOOK_URL');
  const events = list('STRIPE_WEBHOOK_EVENTS');
  const secret = env['STRIPE_WEBHOOK_SECRET'] ?? '';
  if (urls.some((url) => !URL.canParse(url)))
    problems.push('STRIPE_WEBHOOK_URL is a URL, or several, comma separated');
  if (urls.length > 0 && secret === '')
    problems.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_WEBHOOK_URL');
  const host = env['HOST'] ?? '127.0.0.1';
  const bookingPagePort = port('BOOKING_PAGE_PORT', 3000);
  const directory = env['BOOKING_PAGE_DIRECTORY'] ?? '';
  const apiUrl = env['BOOKING_PAGE_API_URL'] ?? 'http://127.0.0.1:8080';
  const settings: Settings = {
    payment: {
      host,
      port: port('STRIPE_EMULATOR_PORT', 12_111),
      secretKeys,
      webhooks: urls.map((url) => ({ url, secret, ...(events.length > 0 && { events }) })),
      ...optional('stateFile', env['EMULATOR_STATE_FILE']),
      ...optional('publicUrl', env['EMULATOR_PUBLIC_URL']),
    },
    mail: { host, smtpPort: port('MAIL_SMTP_PORT', 1025), httpPort: port('MAIL_HTTP_PORT', 8025) },
    ...(directory !== '' && { bookingPage: { host, port: bookingPagePort, directory, apiUrl } }),
  };
  if (problems.length > 0) throw new SettingsError(`Invalid settings:\n- ${problems.join('\n- ')}`);
  return settings;
}

function optional<N extends string>(name: N, value: string | undefined): { [K in N]?: string } {
  return value === undefined || value === '' ? {} : ({ [name]: value } as { [K in N]?: string });
}
