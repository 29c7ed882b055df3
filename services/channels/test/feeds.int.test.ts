import type { RequestContext } from '@lodging/kit-runtime';
import { systemContext } from '@lodging/kit-runtime';
// Guards calendars that go out: who may read them, for how long, and when they count as changed.
import { createHash, randomUUID } from 'node:crypto';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { fixedClock, freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../src/domain/feed-entry.ts';
import { writeFeed } from '../src/outbound/ical/write-feed.ts';
import { channelsMigrations } from '../src/migrations.ts';
import { createFeedTokenStore } from '../src/outbound/feed-token-store.ts';
import { random, sha256 } from '../src/outbound/token-digests.ts';
import type { Occupancy } from '../src/use-cases/feed-ports.ts';
import { feedUseCases } from '../src/use-cases/feed-use-cases.ts';

let schema: FreshSchema;
let db: Database;
beforeAll(async () => {
  schema = await freshSchema({ schema: 'channels', sources: channelsMigrations });
  db = openDatabase({ url: schema.url, schema: 'channels', log: testLogger() });
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const NIL_TENANT = '00000000-0000-0000-0000-000000000000';
const publicUrl = 'https://api.example.com';
const callOf = (tenantId: string, livemode = true): RequestContext =>
  systemContext(tenantId, livemode, { timeoutMs: 5_000 });

/** An operator with one resource, and the inventory that knows of it alone. */
function makeHouse() {
  const [tenantId, resourceId] = [randomUUID(), randomUUID()];
  const entries: FeedEntry[] = [];
  const asked: { ctx: RequestContext; excludeConnectionId: string | undefined }[] = [];
  const mine = (ctx: RequestContext, id: string) => ctx.tenantId === tenantId && id === resourceId;
  const occupancy: Occupancy = {
    hasResource: (ctx, id) => Promise.resolve(mine(ctx, id)),
    list: (ctx, { resourceId: id, excludeConnectionId }) => {
      asked.push({ ctx, excludeConnectionId });
      const resource = { name: 'Villa', timezone: 'Europe/Berlin' };
      return Promise.resolve(
        mine(ctx, id) ? ok({ resource, entries: [...entries] }) : refuse('resource_not_found', 'None.'),
      );
    },
  };
  const clock = fixedClock(Temporal.Instant.from('2027-03-01T12:00:00.123Z'));
  const feedTokens = createFeedTokenStore(db);
  const uses = feedUseCases({
    feedTokens,
    occupancy,
    random,
    digest: sha256,
    clock,
    writeFeed,
    newId: randomUUID,
  });
  const create = async (more: { name?: string; excludeConnectionId?: string } = {}, livemode = true) =>
    valueOf(await uses.createFeedToken({ resourceId, publicUrl, ...more }, callOf(tenantId, livemode)));
  const read = (token: string, knownEtags: string[] = []) =>
    uses.renderFeed({ token, knownEtags }, callOf(NIL_TENANT));
  const list = async () => valueOf(await uses.listFeedTokens({ resourceId }, callOf(tenantId))).feedTokens;
  return { tenantId, resourceId, entries, asked, uses, create, read, list, ctx: callOf(tenantId) };
}

function stay(from: string, to: string, changedAt = '2027-01-01T00:00:00.000Z'): FeedEntry {
  const dates = { from, to };
  return { id: randomUUID(), kind: 'reservation', dates, instants: null, changedAt, sequence: 0 };
}
function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.detail}`);
  return result.value;
}
const outcomeOf = (result: Result<unknown>) => (result.ok ? 'ok' : result.refusal.code);
async function pass(tenantId: string, column: string, time: string): Promise<void> {
  const table = column === 'expires_at' ? 'feed_token_secrets' : 'feed_tokens';
  const text = `UPDATE ${table} SET ${column} = ${column} - $2::interval WHERE tenant_id = $1`;
  await db.inTenant(tenantId, (tx) => tx.query({ text, values: [tenantId, time] }));
}

describe('create-feed-token', () => {
  it('shows the token and its address once, and keeps nothing but a hash', async () => {
    const house = makeHouse();
    const made = await house.create({ name: 'Airbnb' });
    expect(made).toEqual({
      id: expect.any(String),
      resourceId: house.resourceId,
      name: 'Airbnb',
      url: `${publicUrl}/v1/feeds/${made.token}.ics`,
      token: expect.stringMatching(/^[0-9A-Za-z]{49}$/),
      createdAt: '2027-03-01T12:00:00.123Z',
      lastAccessedAt: null,
    });
    const { token: _, ...shown } = made;
    expect(await house.list()).toEqual([{ ...shown, url: null }]);
    const everything = `SELECT t::text AS row, s::text AS secret, encode(s.digest, 'hex') AS digest
      FROM feed_tokens t JOIN feed_token_secrets s ON s.feed_token_id = t.id WHERE t.tenant_id = $1`;
    const statement = { name: 'everything', text: everything, values: [house.tenantId] };
    const kept = await db.readInTenant<{ digest: string }>(house.tenantId, statement);
    expect(JSON.stringify(kept)).not.toContain(made.token);
    expect(kept.map(({ digest }) => digest)).toEqual([createHash('sha256').update(made.token).digest('hex')]);
  });

  it('refuses a resource of nobody or somebody else, and a connection that is not one’s own', async () => {
    const [house, other] = [makeHouse(), makeHouse()];
    const ask = async (resourceId: string, excludeConnectionId?: string) =>
      outcomeOf(
        await house.uses.createFeedToken(
          { resourceId, publicUrl, ...(excludeConnectionId && { excludeConnectionId }) },
          house.ctx,
        ),
      );
    expect(await ask(other.resourceId, randomUUID())).toBe('resource_not_found');
    expect(await ask(house.resourceId, randomUUID())).toBe('connection_not_found');
    expect(await ask(house.resourceId, await connect(other.tenantId))).toBe('connection_not_found');
    expect(await ask(house.resourceId, await connect(house.tenantId))).toBe('ok');
    expect(await ask(house.resourceId, await connect(house.tenantId, 'now()'))).toBe('connection_not_found');
    expect(await house.list()).toHaveLength(1);
  });
});

async function connect(tenantId: string, deletedAt = 'NULL'): Promise<string> {
  const id = randomUUID();
  const text = `
    INSERT INTO connections (tenant_id, id, livemode, channel, sealed_feed_url, shown_feed_url, deleted_at)
    VALUES ($1, $2, true, 'ical', 'sealed', 'https://example.com/', ${deletedAt})`;
  await db.inTenant(tenantId, (tx) => tx.query({ text, values: [tenantId, id] }));
  return id;
}

describe('rotate-feed-token', () => {
  it('gives a new address, and lets the old one live for 24 hours and no longer', async () => {
    const house = makeHouse();
    const first = await house.create({ name: 'Vrbo' });
    const which = { resourceId: house.resourceId, feedTokenId: first.id, publicUrl };
    const second = valueOf(await house.uses.rotateFeedToken(which, house.ctx));
    expect(second).toEqual({
      ...first,
      token: second.token,
      url: `${publicUrl}/v1/feeds/${second.token}.ics`,
    });
    expect(second.token).not.toBe(first.token);
    const tokens = [first.token, second.token];
    const outcomes = () => Promise.all(tokens.map(async (token) => outcomeOf(await house.read(token))));
    expect(await outcomes()).toEqual(['ok', 'ok']);
    await pass(house.tenantId, 'expires_at', '23 hours 59 minutes');
    expect(await outcomes()).toEqual(['ok', 'ok']);
    // Turned once more, what is about to end ends no later for that.
    tokens.push(valueOf(await house.uses.rotateFeedToken(which, house.ctx)).token);
    await pass(house.tenantId, 'expires_at', '1 minute');
    expect(await outcomes()).toEqual(['not_found', 'ok', 'ok']);
    await pass(house.tenantId, 'expires_at', '24 hours');
    expect(await outcomes()).toEqual(['not_found', 'not_found', 'ok']);
    expect(await house.list()).toHaveLength(1);
  });
});

describe('delete-feed-token', () => {
  it('ends every address of the token at once', async () => {
    const house = makeHouse();
    const { id: feedTokenId, token } = await house.create();
    const which = { resourceId: house.resourceId, feedTokenId };
    const { token: next } = valueOf(await house.uses.rotateFeedToken({ ...which, publicUrl }, house.ctx));
    expect(outcomeOf(await house.uses.deleteFeedToken(which, house.ctx))).toBe('ok');
    for (const gone of [token, next]) expect(outcomeOf(await house.read(gone))).toBe('not_found');
    expect(outcomeOf(await house.uses.deleteFeedToken(which, house.ctx))).toBe('feed_token_not_found');
    expect(outcomeOf(await house.uses.rotateFeedToken({ ...which, publicUrl }, house.ctx))).toBe(
      'feed_token_not_found',
    );
    expect(await house.list()).toEqual([]);
  });

  it('knows nobody else’s token or resource', async () => {
    const [house, other] = [makeHouse(), makeHouse()];
    const { id: feedTokenId, token } = await house.create();
    for (const [resourceId, code] of [
      [house.resourceId, 'resource_not_found'],
      [other.resourceId, 'feed_token_not_found'],
    ] as const) {
      const which = { resourceId, feedTokenId };
      expect(outcomeOf(await other.uses.deleteFeedToken(which, other.ctx))).toBe(code);
      expect(outcomeOf(await other.uses.rotateFeedToken({ ...which, publicUrl }, other.ctx))).toBe(code);
    }
    const asked = { resourceId: house.resourceId };
    expect(outcomeOf(await other.uses.listFeedTokens(asked, other.ctx))).toBe('resource_not_found');
    expect(outcomeOf(await house.read(token))).toBe('ok');
  });
});

describe('render-feed', () => {
  it('is asked for the token’s own tenant, without the connection left out', async () => {
    const house = makeHouse();
    const excludeConnectionId = await connect(house.tenantId);
    const { token } = await house.create({ excludeConnectionId }, false);
    valueOf(await house.read(token));
    expect(house.asked).toMatchObject([
      {
        excludeConnectionId,
        ctx: { tenantId: house.tenantId, livemode: false, caller: { kind: 'service' } },
      },
    ]);
  });

  it('shows stays without anything of the guest', async () => {
    const house = makeHouse();
    house.entries.push(stay('2027-03-27', '2027-03-29'));
    const { body } = valueOf(await house.read((await house.create()).token));
    expect(body).toContain(
      'DTSTART;VALUE=DATE:20270327\r\nDTEND;VALUE=DATE:20270329\r\nSUMMARY:Reserved\r\n',
    );
    expect(body?.match(/^[A-Z-]+(?=[:;])/gm)).toEqual(
      `BEGIN VERSION PRODID CALSCALE METHOD NAME X-WR-CALNAME REFRESH-INTERVAL X-PUBLISHED-TTL BEGIN UID SEQUENCE
       DTSTAMP DTSTART DTEND SUMMARY TRANSP STATUS LAST-MODIFIED END END`.split(/\s+/),
    );
  });

  it('keeps its ETag and its date as long as its body, and changes both with it', async () => {
    const house = makeHouse();
    const { token } = await house.create();
    const seen = new Map<string, string | null>();
    let last = '';
    const look = async (changed: boolean) => {
      const { etag, lastModified, body } = valueOf(await house.read(token));
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      expect(seen.get(etag) ?? body).toBe(body);
      expect([lastModified === last, lastModified > last]).toEqual([!changed, changed]);
      seen.set(etag, body);
      last = lastModified;
      for (const known of [etag, `W/${etag}`, '*'])
        expect(valueOf(await house.read(token, ['"x"', known]))).toEqual({ etag, lastModified, body: null });
      expect(valueOf(await house.read(token, ['"x"'])).body).toBe(body);
    };
    await look(true);
    await look(false);
    house.entries.push(stay('2027-03-27', '2027-03-29'));
    await look(true);
    await look(false);
    // Outside the window.
    house.entries.push(stay('2025-03-27', '2025-03-29'));
    await look(false);
    // A stay that is gone makes the calendar newer, though what is left is older.
    house.entries.length = 0;
    await look(true);
    expect(seen.size).toBe(2);
  });

  it('notes when it was last read, once a minute at most', async () => {
    const house = makeHouse();
    const { token } = await house.create();
    const lastAccess = async () => (await house.list())[0]?.lastAccessedAt ?? '';
    const rowVersion = async () => {
      const statement = {
        name: 'version',
        text: 'SELECT xmin::text AS version FROM feed_tokens WHERE tenant_id = $1',
        values: [house.tenantId],
      };
      return (await db.readInTenant<{ version: string }>(house.tenantId, statement))[0]?.version;
    };
    valueOf(await house.read(token));
    const first = await rowVersion();
    expect(await lastAccess()).toMatch(/^\d{4}-.*Z$/);
    valueOf(await house.read(token, ['*']));
    expect(await rowVersion()).toBe(first);
    await pass(house.tenantId, 'last_accessed_at', '61 seconds');
    const before = await lastAccess();
    valueOf(await house.read(token, ['*']));
    expect((await lastAccess()) > before).toBe(true);
  });

  it('knows no token that never was, and asks nobody about one', async () => {
    const house = makeHouse();
    const { token } = await makeHouse().create();
    const slip = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
    for (const other of ['', 'x', slip, `${token} `, '../admin']) {
      expect(await house.read(other)).toEqual(refuse('not_found', 'There is no feed at this address.'));
    }
    expect(house.asked).toEqual([]);
  });
});
