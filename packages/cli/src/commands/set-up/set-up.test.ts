import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../../test/run-command.ts';
import { useAdminApi } from '../../../test/use-admin-api.ts';
import { exitCodes } from '../../exit-codes.ts';

const [ONE, TWO] = ['0198f2a4-7d1c-7000-8000-00000000000a', '0198f2a4-7d1c-7000-8000-00000000000b'];
const RESOURCES = [
  { id: ONE, slug: 'room-1', roomType: { code: 'DBL' } },
  { id: TWO, slug: 'room-2', roomType: { code: 'DBL' } },
];
const WEEK = { from: '2027-06-10', to: '2027-06-17', units: 1, kind: 'other', note: null };

let resources: object[] = [];
let blocks: object[] = [];
/** The paths of changes that are refused. */
let refused = '';
const sent: string[] = [];
const api = useAdminApi(({ method, path, query }) => {
  if (method !== 'GET') sent.push(`${method} ${path}`);
  if (method !== 'GET' && path === refused) return [409, { code: 'block_conflict', detail: 'Taken.' }];
  if (path === '/v1/resources') return [200, { resources, nextCursor: null }];
  if (path === '/v1/blocks' && method === 'GET' && query.get('from') === 'soon')
    return [400, { code: 'validation_failed', detail: 'No date.' }];
  if (path === '/v1/blocks' && method === 'GET') return [200, { blocks, nextCursor: null }];
  if (path === '/v1/blocks') return [201, { id: 'new' }];
  return [200, { ratePlans: [], pricing: [], nextCursor: null }];
});

const directory = mkdtempSync(join(tmpdir(), 'lodging-set-up-'));
afterAll(() => {
  rmSync(directory, { recursive: true });
});
beforeEach(() => {
  [resources, blocks, refused, sent.length] = [RESOURCES, [], '', 0];
});

async function lodging(content: unknown, ...command: string[]) {
  const file = join(directory, 'set-up.json');
  writeFileSync(file, JSON.stringify(content));
  return runCommand([...command, file], { env: { LODGING_API_URL: api.url, LODGING_SECRET_KEY: 'sk_x' } });
}

const plans = (resource: string) => [{ resource, ratePlans: [{ code: 'FLEX' }] }];

describe('a resource of a set-up file', () => {
  it('may be the code of a room type, for all resources of the type', async () => {
    expect(await lodging(plans('DBL'), 'plans', 'put')).toMatchObject({ code: exitCodes.ok });
    expect(sent).toEqual([`PUT /v1/resources/${ONE}/rates`, `PUT /v1/resources/${TWO}/rates`]);
  });

  it('that is a slug and a code of a room type, or neither, sends nothing', async () => {
    resources = [...RESOURCES, { id: TWO, slug: 'DBL', roomType: { code: 'SUITE' } }];
    for (const name of ['DBL', 'room-9'])
      expect(await lodging([...plans('room-1'), ...plans(name)], 'plans', 'put')).toMatchObject({
        code: exitCodes.usage,
        notes: expect.stringContaining(name),
      });
    expect(sent).toEqual([]);
  });
});

describe('blocks add', () => {
  const block = { resource: 'room-1', from: WEEK.from, to: WEEK.to, kind: WEEK.kind };

  it.each([
    ['as it is', {}, 'unchanged'],
    ['with the time of the dates', { from: '2027-06-10T00:00:00.000Z' }, 'unchanged'],
    ['of other units', { units: 2 }, 'added'],
    ['with another note', { note: 'The shower leaks.' }, 'added'],
    ['for other nights', { to: '2027-06-18' }, 'added'],
  ])('a block that is there %s', async (_, other, change) => {
    blocks = [{ id: 'there', ...WEEK, ...other }];
    expect((await lodging([block], 'blocks', 'add')).out).toMatch(new RegExp(` ${change}$`));
    expect(sent).toEqual(change === 'added' ? ['POST /v1/blocks'] : []);
  });

  it('leaves dates that are none to the API, which names the field', async () => {
    refused = '/v1/blocks';
    const { code, notes } = await lodging([{ ...block, from: 'soon' }], 'blocks', 'add');
    expect({ code, isNamed: notes.includes('block_conflict') }).toEqual({ code: 1, isNamed: true });
  });
});

it('prints what was done before a refusal, also as JSON', async () => {
  refused = `/v1/resources/${TWO}/rates`;
  const { code, out } = await lodging(plans('DBL'), 'plans', 'put', '--json');
  expect(code).toBe(exitCodes.failed);
  expect(JSON.parse(out)).toEqual({
    ratePlans: [{ resourceId: ONE, resource: 'room-1', code: 'FLEX', change: 'added' }],
  });
});
