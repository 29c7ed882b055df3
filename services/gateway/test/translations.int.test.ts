import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTenant } from './build-tenant.ts';
import type { TestTenant } from './build-tenant.ts';
import { expectProblem } from './expect-problem.ts';
import { startGateway } from './start-gateway.ts';
import type { RunningGateway } from './start-gateway.ts';
import { startStubServices } from './stub-services.ts';
import type { StubServices } from './stub-services.ts';

let gateway: RunningGateway;
let stubs: StubServices;
let tenant: TestTenant;
beforeAll(async () => {
  [gateway, stubs] = await Promise.all([startGateway(), startStubServices()]);
  tenant = await makeTenant(gateway);
});
afterAll(async () => {
  await gateway.stop();
  await stubs.stop();
});

const id = randomUUID();
const translations = { de: {}, en: { name: 'Double room', description: 'Quiet' } };
const roomType = { id, name: 'Doppelzimmer', translations };
const resource = { id, name: 'Zimmer 1', description: null, roomType, ratePlans: [] };
const inLanguage = (language: string) => ({ headers: { 'accept-language': language } });
const readBy = (client: TestTenant['secret'], headers = {}) => client.get(`/v1/resources/${id}`, headers);

describe('an answer with translations', () => {
  beforeAll(() => stubs.answer('read-resource', { ok: true, value: resource }));

  it('has the texts that Accept-Language chooses, names their language, and is cached for it alone', async () => {
    const answer = await readBy(tenant.browser, inLanguage('it, en-GB;q=0.9, de;q=0.8'));
    expect(answer.body['roomType']).toEqual({ id, name: 'Double room' });
    expect(answer.headers.get('content-language')).toBe('en');
    expect(answer.headers.get('vary')).toContain('Accept-Language');
    expect(answer.headers.get('vary')).toContain('Origin');
  });

  it('without the header has the texts as they were written', async () => {
    for (const language of ['*', 'it']) {
      const answer = await readBy(tenant.browser, inLanguage(language));
      expect(answer.body).toEqual({ ...resource, roomType: { id, name: 'Doppelzimmer' } });
      expect(answer.headers.get('content-language')).toBeNull();
    }
  });

  it('shows all translations to a secret key, and to no page of a property', async () => {
    const { body } = await readBy(tenant.secret, inLanguage('en'));
    expect(body['roomType']).toEqual({ id, name: 'Double room', translations });
    const other = await readBy(tenant.browser, inLanguage('de'));
    expect(other.text).not.toContain('translations');
  });

  it('of a list has the texts of each record', async () => {
    const value = { roomTypes: [roomType, { id, name: 'Villa' }], nextAfter: null };
    stubs.answer('list-room-types', { ok: true, value });
    const { body } = await tenant.secret.get('/v1/room-types', inLanguage('en'));
    expect(body['roomTypes']).toEqual([
      { id, name: 'Double room', translations },
      { id, name: 'Villa' },
    ]);
    expect(body['nextCursor']).toBeNull();
  });

  it('of one language is sent as it came', async () => {
    stubs.answer('read-resource', { ok: true, value: { id, name: 'Room 1' } });
    const answer = await readBy(tenant.browser, inLanguage('en'));
    expect(answer.text).toBe(JSON.stringify({ id, name: 'Room 1' }));
    expect(answer.headers.get('vary')).toBe('Origin');
  });
});

describe('the ETag of a booking with translations', () => {
  const booking = { id, bill: { lines: [{ name: 'Ortstaxe', translations: { en: { name: 'City tax' } } }] } };
  const path = `/v1/bookings/${id}`;
  const read = (language: string, tag: string | null = null) =>
    tenant.secret.get(path, {
      headers: { 'accept-language': language, ...(tag !== null && { 'if-none-match': tag }) },
    });
  beforeAll(() =>
    stubs.answer('read-booking', ({ knownTags = [] }: { knownTags?: string[] }) => ({
      ok: true,
      value: { etag: '"5"', booking: knownTags.includes('"5"') ? null : booking },
    })),
  );

  it('is known again in the same languages alone', async () => {
    const [english, german] = [await read('en'), await read('de')];
    const [tag, other] = [english.headers.get('etag'), german.headers.get('etag')];
    expect(tag).not.toBe(other);
    const again = await read('en', tag);
    expect([again.status, again.headers.get('etag')]).toEqual([304, tag]);
    expect((await read('en', other)).status).toBe(200);
    expect((await read('de', tag)).text).toContain('"name":"Ortstaxe"');
  });

  it('names the version that a change may require', async () => {
    stubs.answer('change-booking', { ok: true, value: { id } });
    const tag = (await read('en')).headers.get('etag') ?? '';
    const headers = { 'if-match': tag };
    expect((await tenant.secret.send('PATCH', path, { body: { notes: 'x' }, headers })).status).toBe(200);
    expect(stubs.calls.get('change-booking')?.at(-1)?.request).toMatchObject({ ifMatch: ['"5"'] });
  });
});

describe('translations that are written', () => {
  const put = (sent: unknown) =>
    tenant.secret.put('/v1/tax-rules/ort', {
      name: 'Ortstaxe',
      kind: 'tax',
      basis: 'percent',
      rateBps: '1',
      translations: sent,
    });

  it.each([
    ['no language tag', { 'deutsch!': {} }],
    ['a language twice', { en: {}, EN: {} }],
    [
      'more than 20',
      Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`x${'a'.repeat(1 + (at % 6))}-${at}`, {}])),
    ],
    ['a name that is empty', { en: { name: '' } }],
    [
      'too many characters',
      {
        en: { name: 'x'.repeat(200) },
        fr: { name: 'x'.repeat(200) },
        de: { name: 'x'.repeat(200) },
        es: { name: 'x'.repeat(200) },
        it: { name: 'x'.repeat(200) },
        nl: { name: 'x' },
      },
    ],
  ])('with %s are refused', async (_, sent) => {
    expectProblem(await put(sent), 'validation_failed');
  });
});
