import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { lodging, lodgingJson } from '../harness/command-line.ts';
import { expectProblem } from '../harness/expect-problem.ts';
import { created, makeLodging } from '../harness/own-tenant.ts';

const [demo, home] = [inject('demo'), inject('home')];

/** A tenant of its own, and what its files are put with. */
async function ownTenant() {
  const slug = `file-${randomUUID().slice(0, 13)}`;
  await lodging(home, ['tenants', 'create', '--name', slug, '--slug', slug]);
  const { key } = await lodgingJson<{ key: string }>(home, ['keys', 'create', slug]);
  const file = join(home, `${slug}.json`);
  return {
    secret: new Client(demo.gatewayUrl, key),
    write: (content: object) => writeFile(file, JSON.stringify(content)),
    put: (...command: string[]) => lodging(home, [...command, file], { env: { LODGING_SECRET_KEY: key } }),
  };
}

const slugOf = async (secret: Client, id: string): Promise<string> =>
  (await secret.get<{ slug: string }>(`/v1/resources/${id}`)).body.slug;

const flex = { code: 'flex', name: 'Flexible', currency: 'EUR' };

describe('a set-up file', () => {
  it('sets up plans, prices by occupancy and closed rooms, and changes nothing when it is put again', async () => {
    const { secret, write, put } = await ownTenant();
    const limits = { maxOccupancy: 4, maxAdults: 3, maxChildren: 3 };
    const type = await created<{ id: string }>(secret, '/v1/room-types', {
      code: 'FAM',
      name: 'Family',
      ...limits,
    });
    const family = await makeLodging(secret, { roomTypeId: type.id, capacity: 4 });
    const other = await makeLodging(secret);
    const [familySlug, otherSlug] = [await slugOf(secret, family.id), await slugOf(secret, other.id)];
    const derivedFrom = { ratePlanCode: 'flex', multiplierBps: 9_000 };
    const occupancy = { includedAdults: 2, extraAdultMinorUnits: '3000' };
    const week = { from: '2027-06-10', to: '2027-06-17', kind: 'out_of_order' };
    await write({
      resources: [
        {
          resource: 'FAM',
          ratePlans: [flex, { ...flex, code: 'nrf', derivedFrom }],
          pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: '10000', occupancy }],
        },
        { resource: otherSlug, ratePlans: [{ ...flex, name: 'New' }] },
      ],
      blocks: [
        { ...week, resource: familySlug, note: 'The shower leaks.' },
        { ...week, resource: other.id },
      ],
    });

    const plans = await put('plans', 'put');
    expect(plans.out, plans.notes).toMatch(new RegExp(`^${familySlug} +nrf +added$`, 'm'));
    expect(plans.out).toMatch(new RegExp(`^${otherSlug} +flex +changed$`, 'm'));
    expect((await put('prices', 'put')).out).toMatch(new RegExp(`^${familySlug} +flex +changed$`, 'm'));
    expect((await put('blocks', 'add')).out.match(/ added$/gm)).toHaveLength(2);
    for (const command of [
      ['plans', 'put'],
      ['prices', 'put'],
      ['blocks', 'add'],
    ]) {
      expect((await put(...command)).out.trim()).toMatch(/^RESOURCE.* CHANGE(\n\S.* unchanged)+$/);
    }

    const { body: rates } = await secret.get<{ ratePlans: { id: string; code: string }[] }>(
      `/v1/resources/${family.id}/rates`,
    );
    const ratePlanId = rates.ratePlans.find(({ code }) => code === 'nrf')?.id;
    const quoteOf = (from: string, to: string) =>
      secret.post<{ priceBreakdown: { totalMinorUnits: string } }>('/v1/quotes', {
        resourceId: family.id,
        ratePlanId,
        partySize: 3,
        from: `${from}T15:00:00Z`,
        to: `${to}T10:00:00Z`,
      });
    expect((await quoteOf('2027-07-01', '2027-07-02')).body.priceBreakdown.totalMinorUnits).toBe('11700');
    expectProblem(await quoteOf('2027-06-10', '2027-06-12'), 409, 'unavailable');
  });

  it('is refused before anything is sent where it names no resource', async () => {
    const { secret, write, put } = await ownTenant();
    const room = await makeLodging(secret);
    const ratePlans = [{ ...flex, name: 'Never' }];
    await write([
      { resource: room.id, ratePlans },
      { resource: 'room-9', ratePlans },
    ]);
    expect(await put('plans', 'put')).toMatchObject({ code: 2, notes: expect.stringContaining('room-9') });
    await write([{ resource: room.id, plans: ratePlans }]);
    expect(await put('plans', 'put')).toMatchObject({ code: 2, notes: expect.stringContaining('ratePlans') });
    const { body } = await secret.get<{ ratePlans: object[] }>(`/v1/resources/${room.id}/rates`);
    expect(body.ratePlans).toMatchObject([{ name: 'Flexible' }]);
  });

  it('has a block refused in words where the room is taken, and the field named where a price is wrong', async () => {
    const { secret, write, put } = await ownTenant();
    const room = await makeLodging(secret);
    const week = { resource: room.id, from: '2027-06-10', to: '2027-06-17', kind: 'other' };
    await write({ blocks: [week, { ...week, kind: 'owner_stay' }] });
    expect(await put('blocks', 'add')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('block_conflict'),
    });
    await write([{ resource: room.id, pricing: [{ ratePlanCode: 'flex', baseAmountMinorUnits: 100 }] }]);
    expect(await put('prices', 'put')).toMatchObject({
      code: 1,
      notes: expect.stringContaining('/pricing/0/baseAmountMinorUnits'),
    });
  });
});
