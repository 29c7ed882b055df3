import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { ok, refuse } from '@lodging/kernel';
import type { Result } from '@lodging/kernel';
import { openDatabase } from '@lodging/kit-postgres';
import type { Database } from '@lodging/kit-postgres';
import { createFairSemaphore, systemContext } from '@lodging/kit-runtime';
import type { RequestContext } from '@lodging/kit-runtime';
import { fixedClock, freshSchema, testLogger } from '@lodging/kit-testing';
import type { FreshSchema } from '@lodging/kit-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FeedEntry } from '../src/domain/feeds/feed-entry.ts';
import { feedTokenToWire, issuedFeedTokenToWire, renderedFeedToWire } from '../src/wire/feeds.ts';
import { migrations } from '../src/migrations.ts';
import { createFeedTokenRepository } from '../src/outbound/feeds/feed-token-repository.ts';
import { sha256, sha256Text } from '../src/outbound/feeds/hashing.ts';
import { writeFeed } from '../src/outbound/ical/write-feed.ts';
import type { InventoryClient } from '../src/ports/neighbours.ts';
import { createFeedToken } from '../src/use-cases/feeds/create-feed-token.ts';
import { deleteFeedToken } from '../src/use-cases/feeds/delete-feed-token.ts';
import { listFeedTokens } from '../src/use-cases/feeds/list-feed-tokens.ts';
import { renderFeed } from '../src/use-cases/feeds/render-feed.ts';
import { rotateFeedToken } from '../src/use-cases/feeds/rotate-feed-token.ts';

let schema: FreshSchema;
let db: Database;
beforeAll(async () => {
  schema = await freshSchema({ schema: 'channels', sources: migrations });
  db = openDatabase({ url: schema.url, schema: 'channels', log: testLogger() });
});
afterAll(async () => {
  await db.close();
  await schema.drop();
});

const NIL_TENANT = '00000000-0000-0000-0000-000000000000';
const publicUrl = 'https://api.example.com';
const contextOf = (tenantId: string, livemode = true): RequestContext =>
  systemContext(tenantId, livemode, { timeoutMs: 5_000 });

const refused = (): never => {
  throw new Error('a feed does not request this');
};
const notForFeeds = { findResource: refused, replaceBlocks: refused, releaseBlocks: refused };

/** A tenant with one resource, which is all that its inventory knows. */
function makeTenant() {
  const [tenantId, resourceId] = [randomUUID(), randomUUID()];
  const entries: FeedEntry[] = [];
  const queries: { ctx: RequestContext; excludeConnectionId: string | undefined }[] = [];
  const isOwn = (ctx: RequestContext, id: string) => ctx.tenantId === tenantId && id === resourceId;
  const inventory: InventoryClient = {
    ...notForFeeds,
    hasResource: (ctx, id) => Promise.resolve(isOwn(ctx, id)),
    listOccupancy: (ctx, { resourceId: id, excludeConnectionId }) => {
      queries.push({ ctx, excludeConnectionId });
      const resource = { name: 'Villa', timezone: 'Europe/Berlin' };
      return Promise.resolve(
        isOwn(ctx, id) ? ok({ resource, entries: [...entries] }) : refuse('resource_not_found', 'None.'),
      );
    },
  };
  const deps = {
    feedTokens: createFeedTokenRepository(db),
    inventory,
    rendering: createFairSemaphore({ permits: 8, perKey: 4 }),
    randomBytes,
    digest: sha256,
    textDigest: sha256Text,
    clock: fixedClock(Temporal.Instant.from('2027-03-01T12:00:00.123Z')),
    newId: randomUUID,
    writeFeed,
  };
  const ctx = contextOf(tenantId);
  const create = async (more: { name?: string; excludeConnectionId?: string } = {}, livemode = true) =>
    issuedFeedTokenToWire(
      valueOf(await createFeedToken(deps, contextOf(tenantId, livemode), { resourceId, ...more })),
      publicUrl,
    );
  const rotate = async (token: { resourceId: string; feedTokenId: string }) =>
    issuedFeedTokenToWire(valueOf(await rotateFeedToken(deps, ctx, token)), publicUrl);
  const read = async (token: string, knownEtags: string[] = []) => {
    const rendered = await renderFeed(deps, contextOf(NIL_TENANT), { token, knownEtags });
    return rendered.ok ? ok(renderedFeedToWire(rendered.value)) : rendered;
  };
  const list = async () => valueOf(await listFeedTokens(deps, ctx, { resourceId })).map(feedTokenToWire);
  return { tenantId, resourceId, entries, queries, deps, ctx, create, rotate, read, list };
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
  it('shows the token and its URL once, and stores a digest only', async () => {
    const tenant = makeTenant();
    const made = await tenant.create({ name: 'Airbnb' });
    expect(made).toEqual({
      id: expect.any(String),
      resourceId: tenant.resourceId,
      name: 'Airbnb',
      url: `${publicUrl}/v1/feeds/${made.token}.ics`,
      token: expect.stringMatching(/^[0-9A-Za-z]{49}$/),
      createdAt: '2027-03-01T12:00:00.123Z',
      lastAccessedAt: null,
    });
    const { token: _, ...shown } = made;
    expect(await tenant.list()).toEqual([{ ...shown, url: null }]);
    const everything = `SELECT t::text AS row, s::text AS secret, encode(s.digest, 'hex') AS digest
      FROM feed_tokens t JOIN feed_token_secrets s ON s.feed_token_id = t.id WHERE t.tenant_id = $1`;
    const statement = { name: 'everything', text: everything, values: [tenant.tenantId] };
    const kept = await db.readInTenant<{ digest: string }>(tenant.tenantId, statement);
    expect(JSON.stringify(kept)).not.toContain(made.token);
    expect(kept.map(({ digest }) => digest)).toEqual([createHash('sha256').update(made.token).digest('hex')]);
  });

  it('adds no more than 20 to a resource, also where two requests add the last one', async () => {
    const tenant = makeTenant();
    const [first] = await Promise.all(Array.from({ length: 19 }, () => tenant.create()));
    const create = () => createFeedToken(tenant.deps, tenant.ctx, { resourceId: tenant.resourceId });
    const answers = await Promise.all([create(), create(), create()]);
    const refused = { ok: false, refusal: { code: 'limit_reached', extra: { limit: 20 } } };
    expect(answers.filter(({ ok: isMade }) => isMade)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer).toMatchObject(refused);
    expect(await tenant.list()).toHaveLength(20);
    await makeTenant().create();
    const feedTokenId = first?.id ?? '';
    await tenant.rotate({ resourceId: tenant.resourceId, feedTokenId });
    valueOf(await deleteFeedToken(tenant.deps, tenant.ctx, { resourceId: tenant.resourceId, feedTokenId }));
    expect(outcomeOf(await create())).toBe('ok');
  });

  it('refuses a resource or a connection that does not exist or belongs to another tenant', async () => {
    const [tenant, other] = [makeTenant(), makeTenant()];
    const create = async (resourceId: string, excludeConnectionId?: string) =>
      outcomeOf(
        await createFeedToken(tenant.deps, tenant.ctx, {
          resourceId,
          ...(excludeConnectionId && { excludeConnectionId }),
        }),
      );
    expect(await create(other.resourceId, randomUUID())).toBe('resource_not_found');
    expect(await create(tenant.resourceId, randomUUID())).toBe('connection_not_found');
    expect(await create(tenant.resourceId, await connect(other.tenantId))).toBe('connection_not_found');
    expect(await create(tenant.resourceId, await connect(tenant.tenantId))).toBe('ok');
    expect(await create(tenant.resourceId, await connect(tenant.tenantId, 'now()'))).toBe(
      'connection_not_found',
    );
    expect(await tenant.list()).toHaveLength(1);
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
  it('issues a new URL; the old one is valid for 24 more hours', async () => {
    const tenant = makeTenant();
    const first = await tenant.create({ name: 'Vrbo' });
    const which = { resourceId: tenant.resourceId, feedTokenId: first.id };
    const second = await tenant.rotate(which);
    expect(second).toEqual({
      ...first,
      token: second.token,
      url: `${publicUrl}/v1/feeds/${second.token}.ics`,
    });
    expect(second.token).not.toBe(first.token);
    const tokens = [first.token, second.token];
    const outcomes = () => Promise.all(tokens.map(async (token) => outcomeOf(await tenant.read(token))));
    expect(await outcomes()).toEqual(['ok', 'ok']);
    await pass(tenant.tenantId, 'expires_at', '23 hours 59 minutes');
    expect(await outcomes()).toEqual(['ok', 'ok']);
    // Another rotation does not extend a grace period that is running.
    tokens.push((await tenant.rotate(which)).token);
    await pass(tenant.tenantId, 'expires_at', '1 minute');
    expect(await outcomes()).toEqual(['not_found', 'ok', 'ok']);
    await pass(tenant.tenantId, 'expires_at', '24 hours');
    expect(await outcomes()).toEqual(['not_found', 'not_found', 'ok']);
    expect(await tenant.list()).toHaveLength(1);
  });
});

describe('delete-feed-token', () => {
  it('ends every URL of the token at once', async () => {
    const tenant = makeTenant();
    const { id: feedTokenId, token } = await tenant.create();
    const which = { resourceId: tenant.resourceId, feedTokenId };
    const { token: next } = await tenant.rotate(which);
    expect(outcomeOf(await deleteFeedToken(tenant.deps, tenant.ctx, which))).toBe('ok');
    for (const gone of [token, next]) expect(outcomeOf(await tenant.read(gone))).toBe('not_found');
    expect(outcomeOf(await deleteFeedToken(tenant.deps, tenant.ctx, which))).toBe('feed_token_not_found');
    expect(outcomeOf(await rotateFeedToken(tenant.deps, tenant.ctx, which))).toBe('feed_token_not_found');
    expect(await tenant.list()).toEqual([]);
  });

  it('refuses the token and the resource of another tenant', async () => {
    const [tenant, other] = [makeTenant(), makeTenant()];
    const { id: feedTokenId, token } = await tenant.create();
    for (const [resourceId, code] of [
      [tenant.resourceId, 'resource_not_found'],
      [other.resourceId, 'feed_token_not_found'],
    ] as const) {
      const which = { resourceId, feedTokenId };
      expect(outcomeOf(await deleteFeedToken(other.deps, other.ctx, which))).toBe(code);
      expect(outcomeOf(await rotateFeedToken(other.deps, other.ctx, which))).toBe(code);
    }
    expect(outcomeOf(await listFeedTokens(other.deps, other.ctx, { resourceId: tenant.resourceId }))).toBe(
      'resource_not_found',
    );
    expect(outcomeOf(await tenant.read(token))).toBe('ok');
  });
});

describe('render-feed', () => {
  it('queries inventory as the token’s tenant, with the connection to exclude', async () => {
    const tenant = makeTenant();
    const excludeConnectionId = await connect(tenant.tenantId);
    const { token } = await tenant.create({ excludeConnectionId }, false);
    valueOf(await tenant.read(token));
    expect(tenant.queries).toMatchObject([
      {
        excludeConnectionId,
        ctx: { tenantId: tenant.tenantId, livemode: false, caller: { kind: 'service' } },
      },
    ]);
  });

  it('has nothing of the guest', async () => {
    const tenant = makeTenant();
    tenant.entries.push(stay('2027-03-27', '2027-03-29'));
    const { body } = valueOf(await tenant.read((await tenant.create()).token));
    expect(body).toContain(
      'DTSTART;VALUE=DATE:20270327\r\nDTEND;VALUE=DATE:20270329\r\nSUMMARY:Reserved\r\n',
    );
    expect(body?.match(/^[A-Z-]+(?=[:;])/gm)).toEqual(
      `BEGIN VERSION PRODID CALSCALE METHOD NAME X-WR-CALNAME REFRESH-INTERVAL X-PUBLISHED-TTL BEGIN UID SEQUENCE
       DTSTAMP DTSTART DTEND SUMMARY TRANSP STATUS LAST-MODIFIED END END`.split(/\s+/),
    );
  });

  it('changes ETag and Last-Modified with its body only', async () => {
    const tenant = makeTenant();
    const { token } = await tenant.create();
    const seen = new Map<string, string | null>();
    let last = '';
    const expectRead = async (changed: boolean) => {
      const { etag, lastModified, body } = valueOf(await tenant.read(token));
      expect(etag).toMatch(/^"[\w-]{43}"$/);
      expect(seen.get(etag) ?? body).toBe(body);
      expect([lastModified === last, lastModified > last]).toEqual([!changed, changed]);
      seen.set(etag, body);
      last = lastModified;
      for (const known of [etag, `W/${etag}`, '*'])
        expect(valueOf(await tenant.read(token, ['"x"', known]))).toEqual({ etag, lastModified, body: null });
      expect(valueOf(await tenant.read(token, ['"x"'])).body).toBe(body);
    };
    await expectRead(true);
    await expectRead(false);
    tenant.entries.push(stay('2027-03-27', '2027-03-29'));
    await expectRead(true);
    await expectRead(false);
    // Outside the window.
    tenant.entries.push(stay('2025-03-27', '2025-03-29'));
    await expectRead(false);
    // A stay that is gone makes the calendar newer, though what is left is older.
    tenant.entries.length = 0;
    await expectRead(true);
    expect(seen.size).toBe(2);
  });

  it('records the last access, once a minute at most', async () => {
    const tenant = makeTenant();
    const { token } = await tenant.create();
    const lastAccess = async () => (await tenant.list())[0]?.lastAccessedAt ?? '';
    const rowVersion = async () => {
      const statement = {
        name: 'version',
        text: 'SELECT xmin::text AS version FROM feed_tokens WHERE tenant_id = $1',
        values: [tenant.tenantId],
      };
      return (await db.readInTenant<{ version: string }>(tenant.tenantId, statement))[0]?.version;
    };
    valueOf(await tenant.read(token));
    const first = await rowVersion();
    expect(await lastAccess()).toMatch(/^\d{4}-.*Z$/);
    valueOf(await tenant.read(token, ['*']));
    expect(await rowVersion()).toBe(first);
    await pass(tenant.tenantId, 'last_accessed_at', '61 seconds');
    const before = await lastAccess();
    valueOf(await tenant.read(token, ['*']));
    expect((await lastAccess()) > before).toBe(true);
  });

  it('refuses a malformed token without a query', async () => {
    const tenant = makeTenant();
    const { token } = await makeTenant().create();
    const slip = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
    for (const other of ['', 'x', slip, `${token} `, '../admin']) {
      expect(await tenant.read(other)).toEqual(refuse('not_found', 'There is no feed at this address.'));
    }
    expect(tenant.queries).toEqual([]);
  });
});
