import { randomUUID } from 'node:crypto';
import { putTaxRule, taxRuleFields } from '@lodging/contract-inventory';
import type { RequestOf } from '@lodging/contract-wire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from './as-owner.ts';
import { createReplica, outcomeOf, startInventory, valueOf } from './start-inventory.ts';
import type { InventoryClient, TestInventory } from './start-inventory.ts';
import { validationPointers } from './validation-pointers.ts';

let inventory: TestInventory;
let client: InventoryClient;
beforeAll(async () => {
  inventory = await startInventory();
  ({ client } = inventory);
});
afterAll(() => inventory.stop());

type Fields = RequestOf<typeof putTaxRule>['rule'];
const vat: Fields = { name: 'VAT', kind: 'tax', basis: 'percent', rateBps: '700' };
const cityTax: Fields = {
  name: 'City tax',
  kind: 'tax',
  basis: 'per_person_per_night',
  amountMinorUnits: '250',
  currency: 'EUR',
  ageBands: [{ fromAge: 0, toAge: 15, amountMinorUnits: '0' }],
  exemptible: true,
  maxNights: 21,
  from: '2027-01-01',
  to: '2028-01-01',
  appliesTo: { kinds: ['villa'], ratePlanCodes: ['flex'] },
  position: 10,
};
const put = (tenantId: string, code: string, rule: Fields = vat) =>
  client.putTaxRule(tenantId, { code, rule });
const listed = async (tenantId: string) =>
  valueOf(await client.listTaxRules(tenantId, { limit: 100, after: null })).taxRules.map(({ code }) => code);

describe('a tax rule', () => {
  it('is answered whole, with its defaults, and read as it was answered', async () => {
    const tenantId = randomUUID();
    const made = valueOf(await put(tenantId, 'VAT'));
    expect(made).toEqual({
      code: 'VAT',
      name: 'VAT',
      kind: 'tax',
      basis: 'percent',
      rateBps: '700',
      of: 'accommodation',
      amountMinorUnits: null,
      currency: null,
      ageBands: null,
      inclusive: false,
      collect: 'online',
      refundable: true,
      exemptible: false,
      skipNights: 0,
      maxNights: null,
      from: null,
      to: null,
      appliesTo: null,
      position: 0,
      enabled: true,
    });
    const fixed = valueOf(await put(tenantId, 'city', cityTax));
    expect(fixed).toEqual({
      ...cityTax,
      code: 'city',
      rateBps: null,
      of: null,
      inclusive: false,
      collect: 'online',
      refundable: true,
      skipNights: 0,
      enabled: true,
    });
    for (const rule of [made, fixed])
      expect(valueOf(await client.readTaxRule(tenantId, { code: rule.code }))).toEqual(rule);
  });

  it('may be sent back as it was read', async () => {
    const tenantId = randomUUID();
    for (const [code, rule] of Object.entries({ VAT: vat, city: cityTax })) {
      const made = valueOf(await put(tenantId, code, rule));
      expect(valueOf(await put(tenantId, code, taxRuleFields.parse(made)))).toEqual(made);
    }
  });

  it('is one by its code without case, shown as it was first written', async () => {
    const tenantId = randomUUID();
    await put(tenantId, 'Vat-DE');
    expect(valueOf(await put(tenantId, 'vAT-de', { ...vat, rateBps: '1900' }))).toMatchObject({
      code: 'Vat-DE',
      rateBps: '1900',
    });
    expect(valueOf(await client.readTaxRule(tenantId, { code: 'VAT-DE' })).rateBps).toBe('1900');
    expect(await listed(tenantId)).toEqual(['Vat-DE']);
    expect((await client.deleteTaxRule(tenantId, { code: 'VAT-de' })).ok).toBe(true);
    expect(await listed(tenantId)).toEqual([]);
  });

  it('that is put again has the defaults for what was not sent', async () => {
    const tenantId = randomUUID();
    await put(tenantId, 'city', { ...cityTax, enabled: false });
    const { exemptible: _exemptible, maxNights: _maxNights, ...rest } = cityTax;
    expect(valueOf(await put(tenantId, 'city', rest))).toMatchObject({
      exemptible: false,
      maxNights: null,
      enabled: true,
    });
  });

  it('is unknown once deleted, under another tenant, and by a code that is none', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    await put(tenantId, 'VAT');
    const operations = [client.readTaxRule, client.deleteTaxRule];
    for (const operation of operations)
      expect(outcomeOf(await operation(other, { code: 'VAT' }))).toBe('tax_rule_not_found');
    expect(valueOf(await client.deleteTaxRule(tenantId, { code: 'VAT' }))).toEqual({});
    for (const code of ['VAT', '', 'a b', 'x'.repeat(65), 'a\u0000b', '%', '../x', 'ä', '\ud800'])
      for (const operation of operations)
        expect(outcomeOf(await operation(tenantId, { code })), code).toBe('tax_rule_not_found');
  });

  it('is not put under a code that is none, nor with fields that do not fit', async () => {
    const tenantId = randomUUID();
    for (const code of ['', 'a b', 'x'.repeat(65), 'a\u0000b', '-a', 'ä'])
      expect(validationPointers(await put(tenantId, code)), code).toEqual(['/code']);
    const refused = await put(tenantId, 'VAT', { ...vat, currency: 'EUR', inclusive: true, skipNights: 1 });
    expect(validationPointers(refused)).toEqual(['/currency', '/skipNights']);
    expect(await listed(tenantId)).toEqual([]);
  });

  it.each<[string, object]>([
    ['rateBps as a number', { rateBps: 700 }],
    ['a negative rate', { rateBps: '-1' }],
    ['five decimals', { rateBps: '1.00001' }],
    ['an exponent', { rateBps: '1e3' }],
    ['a number of the wrong script', { rateBps: '٧' }],
    ['an unknown basis', { basis: 'per_moon' }],
    ['an unknown kind', { kind: 'tip' }],
    ['an amount as a number', { amountMinorUnits: 5 }],
    ['sixteen digits', { amountMinorUnits: '1'.repeat(16) }],
    ['a small currency', { currency: 'eur' }],
    ['a date that is none', { from: '2027-02-30' }],
    ['half a night', { skipNights: 0.5 }],
    ['a negative night', { skipNights: -1 }],
    ['no night at all', { maxNights: 0 }],
    ['a huge position', { position: 1e12 }],
    ['a name with NUL', { name: 'a\u0000' }],
    ['a name that is empty', { name: '' }],
    ['a name that is huge', { name: 'a'.repeat(201) }],
    ['bands that are no list', { ageBands: {} }],
    ['an age below zero', { ageBands: [{ fromAge: -1, toAge: null, amountMinorUnits: '1' }] }],
    [
      'too many bands',
      { ageBands: Array.from({ length: 21 }, () => ({ fromAge: 0, toAge: 0, amountMinorUnits: '1' })) },
    ],
    ['a scope that is a list', { appliesTo: [] }],
    ['a scope of nothing', { appliesTo: { kinds: [] } }],
    ['an unknown kind of resource', { appliesTo: { kinds: ['tent'] } }],
    ['an id that is none', { appliesTo: { resourceIds: ['x'] } }],
    ['a plan with NUL', { appliesTo: { ratePlanCodes: ['\u0000'] } }],
    ['enabled as text', { enabled: 'yes' }],
    ['null for a switch', { inclusive: null }],
  ])('is not one with %s', (_, changes) => {
    expect(taxRuleFields.safeParse({ ...vat, ...changes }).success).toBe(false);
  });

  it('may have unknown fields: they are ignored', async () => {
    const rule = taxRuleFields.parse({ ...vat, code: 'other', version: 7, extra: { a: 1 } });
    expect(valueOf(await put(randomUUID(), 'VAT', rule))).toMatchObject({ code: 'VAT', rateBps: '700' });
  });
});

describe('the list of tax rules', () => {
  it('is in the order in which they were first put, page by page', async () => {
    const tenantId = randomUUID();
    const codes = ['c', 'A', 'b', 'D', 'e'];
    for (const code of codes) await put(tenantId, code);
    await put(tenantId, 'C', { ...vat, rateBps: '1' });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: { taxRules: { code: string }[]; nextAfter: string | null } = valueOf(
        await client.listTaxRules(tenantId, { limit: 2, after }),
      );
      seen.push(...page.taxRules.map(({ code }) => code));
      after = page.nextAfter;
    } while (after !== null);
    expect(seen).toEqual(codes);
    expect(valueOf(await client.listTaxRules(tenantId, { limit: 5, after: null })).nextAfter).toBeNull();
    expect(await listed(randomUUID())).toEqual([]);
  });

  it('has at most fifty, also when many are put at once', async () => {
    const tenantId = randomUUID();
    for (let index = 0; index < 46; index += 1) await put(tenantId, `r${index}`);
    const replica = createReplica(inventory.db);
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? client : replica).putTaxRule(tenantId, { code: `x${index}`, rule: vat }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(4);
    const refused = results.find(({ ok }) => !ok);
    expect(refused).toMatchObject({ refusal: { code: 'limit_reached', extra: { limit: 50 } } });
    expect(await listed(tenantId)).toHaveLength(50);
    expect((await put(tenantId, 'R0', { ...vat, rateBps: '5' })).ok).toBe(true);
    valueOf(await client.deleteTaxRule(tenantId, { code: 'r1' }));
    expect((await put(tenantId, 'new')).ok).toBe(true);
    expect((await put(randomUUID(), 'new')).ok).toBe(true);
  });
});

describe('the tables of taxes', () => {
  it('show a tenant its own rows alone, to their owner too', async () => {
    const [tenantId, other] = [randomUUID(), randomUUID()];
    await put(tenantId, 'VAT');
    const count = (tenant: string) =>
      asOwner(inventory, tenant, async (owner) => {
        const { rows } = await owner.query(
          'SELECT (SELECT count(*)::int FROM tax_rules) AS rules, (SELECT count(*)::int FROM catalogs) AS catalogs',
        );
        return rows[0] as unknown;
      });
    expect(await count(tenantId)).toEqual({ rules: 1, catalogs: 1 });
    expect(await count(other)).toEqual({ rules: 0, catalogs: 0 });
    const foreign = asOwner(inventory, other, (owner) =>
      owner.query('INSERT INTO catalogs (tenant_id, version) VALUES ($1, 1)', [randomUUID()]),
    );
    await expect(foreign).rejects.toThrow('row-level security');
  });
});
