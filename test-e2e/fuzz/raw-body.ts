import type { Random } from '../harness/random.ts';

export interface RawBody {
  readonly bytes: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** The body as bytes; in one of eight cases in a form that is no JSON, or is announced as something else. */
export function rawBody(random: Random, body: unknown): RawBody {
  const text = JSON.stringify(body) ?? '';
  const plain = { bytes: Buffer.from(text), headers: JSON_TYPE };
  if (!random.chance(12)) return plain;
  const cut = random.int(0, text.length);
  return random.pick<RawBody>([
    { bytes: Buffer.from(text.slice(0, cut)), headers: JSON_TYPE },
    { bytes: Buffer.from(`${text}${text}`), headers: JSON_TYPE },
    { bytes: Buffer.from(`\ufeff${text}`), headers: JSON_TYPE },
    { bytes: Buffer.concat([Buffer.from(text), Buffer.from([0xc3, 0x28, 0xff])]), headers: JSON_TYPE },
    { bytes: Buffer.from(`{"a":${'['.repeat(50_000)}`), headers: JSON_TYPE },
    { bytes: Buffer.from(`{"a":"${'x'.repeat(300_000)}"}`), headers: JSON_TYPE },
    { bytes: Buffer.from('{"partySize":NaN}'), headers: JSON_TYPE },
    { bytes: Buffer.from('{"a":1,"a":2}'), headers: JSON_TYPE },
    { bytes: Buffer.alloc(0), headers: JSON_TYPE },
    { bytes: Buffer.from('a=1&b=2'), headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { ...plain, headers: { 'content-type': 'application/json; charset=utf-16' } },
    { ...plain, headers: { 'content-type': 'text/plain' } },
    { ...plain, headers: {} },
    { ...plain, headers: { ...JSON_TYPE, 'content-encoding': 'gzip' } },
  ]);
}
