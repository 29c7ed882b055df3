import type { MailboxOptions } from './mail/start-mailbox.ts';
import type { PaymentEmulatorOptions } from './payment/start-payment-emulator.ts';

export interface Settings {
  readonly payment: PaymentEmulatorOptions;
  readonly mail: MailboxOptions;
}

type Environment = Readonly<Record<string, string | undefined>>;

export class SettingsError extends Error {}

export function readSettings(env: Environment): Settings {
  const wrong: string[] = [];
  const port = (name: string, otherwise: number): number => {
    const text = env[name] ?? String(otherwise);
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
      wrong.push(`${name} is a port, not ${JSON.stringify(text)}`);
    return Number(text);
  };
  const list = (name: string): string[] =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean);
  const secretKeys = list('STRIPE_SECRET_KEYS');
  if (secretKeys.length === 0)
    wrong.push('STRIPE_SECRET_KEYS is needed: sk_test_… or sk_live_…, comma separated');
  if (secretKeys.some((key) => !/^(sk|rk)_(test|live)_/.test(key)))
    wrong.push('STRIPE_SECRET_KEYS are keys like sk_test_…');
  const urls = list('STRIPE_WEBHOOK_URL');
  const secret = env['STRIPE_WEBHOOK_SECRET'] ?? '';
  if (urls.some((url) => !URL.canParse(url)))
    wrong.push('STRIPE_WEBHOOK_URL is a URL, or several, comma separated');
  if (urls.length > 0 && secret === '') wrong.push('STRIPE_WEBHOOK_SECRET is needed with STRIPE_WEBHOOK_URL');
  const host = env['HOST'] ?? '127.0.0.1';
  const settings: Settings = {
    payment: {
      host,
      port: port('STRIPE_STAND_IN_PORT', 12_111),
      secretKeys,
      webhooks: urls.map((url) => ({ url, secret })),
      ...given('stateFile', env['STAND_IN_STATE_FILE']),
      ...given('publicUrl', env['STAND_IN_PUBLIC_URL']),
    },
    mail: { host, smtpPort: port('MAIL_SMTP_PORT', 1025), httpPort: port('MAIL_HTTP_PORT', 8025) },
  };
  if (wrong.length > 0) throw new SettingsError(`Wrong settings:\n- ${wrong.join('\n- ')}`);
  return settings;
}

function given<N extends string>(name: N, value: string | undefined): { [K in N]?: string } {
  return value === undefined || value === '' ? {} : ({ [name]: value } as { [K in N]?: string });
}
