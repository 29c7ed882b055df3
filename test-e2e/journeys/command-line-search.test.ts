import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { lodging } from '../harness/command-line.ts';
import { makeLodging, makeTenant, type OwnTenant } from '../harness/own-tenant.ts';

const [demo, home] = [inject('demo'), inject('home')];
const DATES = ['2027-06-10', '2027-06-12'];

let tenant: OwnTenant;
beforeAll(async () => {
  tenant = await makeTenant(demo);
  const half = { kind: 'percent', bps: 5_000, of: 'accommodation' };
  const steps = [{ before: { count: 7, unit: 'days' }, penalty: { kind: 'none' } }];
  const policy = { name: 'Flexible', steps, afterwards: half, noShow: half };
  expect((await tenant.secret.put('/v1/cancellation-policies/flex', policy)).status).toBe(200);
  const city = { name: 'City', kind: 'tax', basis: 'per_person_per_night', amountMinorUnits: '250' };
  expect((await tenant.secret.put('/v1/tax-rules/city', { ...city, currency: 'EUR' })).status).toBe(200);
  const room = await makeLodging(tenant.secret, { plan: { cancellationPolicyCode: 'flex' }, units: 3 });
  const change = { body: { name: 'Lake room', features: ['lake_view', 'quiet'] } };
  expect((await tenant.secret.send('PATCH', `/v1/resources/${room.id}`, change)).status).toBe(200);
  await makeLodging(tenant.secret, { baseAmountMinorUnits: '20000' });
});

const search = (args: string[], key = tenant.secret.key) =>
  lodging(home, ['search', ...args], { env: { LODGING_SECRET_KEY: key ?? '' } });

describe('a search from the command line', () => {
  it('prints what is free, cheapest first, with what it costs and what a cancellation does', async () => {
    const ran = await search(DATES);
    expect(ran, ran.notes).toMatchObject({ code: 0 });
    const [title = '', first = '', second = ''] = ran.out.split('\n');
    expect(title).toMatch(
      /^RESOURCE +SLUG +KIND +SLEEPS +LEFT +NIGHTS +FEATURES +PLAN +TOTAL +CANCELLATION$/,
    );
    expect(first).toMatch(
      /^Lake room .* hotel_room +2 +3 +2 +lake_view quiet +flex +210\.00 EUR +partially refundable, free until 2027-06-03T15:00Z$/,
    );
    expect(second).toContain('410.00 EUR');
  });

  it('narrows by party and features, shows another currency, and prints whole records for programs', async () => {
    const family = await search([
      ...DATES,
      '--adults',
      '1',
      '--child-ages',
      '4',
      '--feature',
      'quiet',
      '--json',
    ]);
    const { results } = JSON.parse(family.out) as { results: { resource: { name: string } }[] };
    expect(results.map(({ resource }) => resource.name)).toEqual(['Lake room']);
    expect((await search([...DATES, '--currency', 'USD', '--free-cancellation'])).out).toMatch(/227\.85 USD/);
    const limited = await search([...DATES, '--limit', '1']);
    expect(limited.out.trim().split('\n')).toHaveLength(2);
    expect(limited.notes).toContain('--limit shows more');
    const none = await search([...DATES, '--feature', 'moat']);
    expect([none.code, none.notes]).toEqual([0, 'Nothing is free.\n']);
  });

  it('takes the key from a file too, and never from the arguments', async () => {
    const file = join(home, `${tenant.id}.key`);
    await writeFile(file, `${tenant.secret.key}\n`);
    expect(await lodging(home, ['search', ...DATES, '--key-file', file])).toMatchObject({ code: 0 });
    expect(await lodging(home, ['search', ...DATES])).toMatchObject({
      code: 2,
      notes: expect.stringContaining('LODGING_SECRET_KEY'),
    });
  });

  it.each([
    [['2027-06-12', '2027-06-10'], 1, 'invalid_window'],
    [['tomorrow', '2027-06-10'], 1, '/dates/arrival'],
    [[...DATES, '--adults', '0'], 2, 'positive whole number'],
    [[...DATES, '--child-ages', '4,x'], 2, 'ages from 0 to 17'],
    [[...DATES, '--children', '2', '--child-ages', '4'], 1, '/childAges'],
    [[...DATES, '--kind', 'castle'], 1, '/kinds/0'],
    [[...DATES, '--max-total', '100'], 1, 'currency_required'],
    [[...DATES, '--sort', 'luck'], 2, 'Allowed choices'],
    [['2027-06-10'], 2, 'departure'],
  ])('says what does not fit in %j', async (args, code, words) => {
    expect(await search(args)).toMatchObject({ code, out: '', notes: expect.stringContaining(words) });
  });

  it('finds the cities of the demo, which are sold with a policy and taxes', async () => {
    const ran = await search([...DATES, '--text', 'lisboa castle_view'], demo.tenants[0]?.secretKey);
    expect(ran.notes).toBe('Nothing is free.\n');
    const found = await search(
      [...DATES, '--feature', 'castle_view', '--plan', 'FLEX', '--limit', '1'],
      demo.tenants[0]?.secretKey,
    );
    expect(found.out).toMatch(/lis-.*EUR +partially refundable, free until /);
  });
});
