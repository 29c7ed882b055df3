import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { publicKeyOf } from '@lodging/kit-security';
import { newStore, secret, secretObjects } from './secrets.ts';
import type { IssuedSecrets } from './secrets.ts';

const USAGE = `Usage: npm run kubernetes:secrets -- objects|store <file>
       npm run kubernetes:secrets -- public-key       of BUS_SIGNING_KEY, for BUS_PUBLIC_KEYS`;
const ISSUED = {
  stripeLiveKey: 'STRIPE_LIVE_SECRET_KEY',
  stripeTestKey: 'STRIPE_TEST_SECRET_KEY',
  stripeWebhookSecrets: 'STRIPE_WEBHOOK_SECRETS',
  smtpUrl: 'SMTP_URL',
} satisfies Record<keyof IssuedSecrets, string>;

const MIN_KEY_LENGTH = 32;

const make = (prefix: string): string => `${prefix}${randomBytes(24).toString('hex')}`;

/** Refuses to overwrite a file, which may be the only copy of its secrets. */
function write(file: string, text: string): void {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
}

function objects(): string {
  const keys = { live: make('sk_live_'), test: make('sk_test_'), webhook: make('whsec_') };
  const issued = {
    stripeLiveKey: keys.live,
    stripeTestKey: keys.test,
    stripeWebhookSecrets: keys.webhook,
    smtpUrl: 'smtp://emulators:1025',
  };
  const emulators = secret('emulators', {
    STRIPE_SECRET_KEYS: `${keys.test},${keys.live}`,
    STRIPE_WEBHOOK_SECRET: keys.webhook,
  });
  return [...secretObjects(newStore(issued, make)), emulators]
    .map((object) => stringify(object))
    .join('---\n');
}

function store(): string {
  const missing = Object.values(ISSUED).filter((name) => (process.env[name] ?? '') === '');
  if (missing.length > 0) throw new Error(`These have to be set: ${missing.join(', ')}`);
  const given = (name: string): string => process.env[name] ?? '';
  const issued = {
    stripeLiveKey: given(ISSUED.stripeLiveKey),
    stripeTestKey: given(ISSUED.stripeTestKey),
    stripeWebhookSecrets: given(ISSUED.stripeWebhookSecrets),
    smtpUrl: given(ISSUED.smtpUrl),
  };
  return `${JSON.stringify(newStore(issued, make), null, 2)}\n`;
}

function printPublicKey(): void {
  const { BUS_SIGNING_KEY: secret = '' } = process.env;
  if (secret.length < MIN_KEY_LENGTH) throw new Error(`BUS_SIGNING_KEY needs ${MIN_KEY_LENGTH} characters`);
  process.stdout.write(`${publicKeyOf(secret)}\n`);
}

const [form, file] = process.argv.slice(2);
try {
  if (form === 'public-key') printPublicKey();
  else if (file !== undefined && (form === 'objects' || form === 'store')) {
    write(file, form === 'objects' ? objects() : store());
  } else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
