import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../../api/messages.ts';
import { lodging } from '../../api/lodging.ts';
import { bulkRatesQuery, resourceRatesQuery } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { keyOfRow, requestOf } from '../../domain/rates/rate-changes.ts';
import type { PlanRow, RateChange } from '../../domain/rates/rate-changes.ts';
import { hasChanged, spansOf } from '../../domain/rates/read-nights.ts';
import type { RateDay } from '../../domain/rates/read-nights.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Pending, PendingCells } from './use-pending.ts';
import { namedResources } from './use-rates.ts';

/** What is shown from the rates and limits of nights. */
const CHANGED = ['rates', 'offers', 'night-prices', 'arrival-limits'];
/** A busy resource is tried again. */
const RETRIES = 3;

export interface Refused {
  readonly change: RateChange;
  readonly error: unknown;
}

/**
 * Sends the changes one after another. What is refused stays pending with its reason. Before the first one the nights are read
 * again: where another operator has changed them since, they are shown before they are written over.
 */
export function useSave(pending: Pending, onSaved: () => void) {
  const { rates: texts } = useTexts();
  const client = useQueryClient();
  const { list, find } = useResources();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [meanwhile, setMeanwhile] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const readAgain = async (): Promise<number> => {
    const read = await readNights(client, pending.cells, find);
    const differing = [...pending.cells].filter(([key, { target, before }]) => {
      const after = read.get(key);
      return after !== undefined && hasChanged(target, before, after);
    });
    if (differing.length > 0) pending.rebase(read);
    return differing.length;
  };
  const send = async (changes: readonly RateChange[]): Promise<void> => {
    const failed: Refused[] = [];
    for (const change of changes)
      try {
        const named = namedResources(change, list);
        await lodging.rates.setBulk(requestOf(change, named), { maxRetries: RETRIES });
        pending.remove(change);
      } catch (reason) {
        failed.push({ change, error: reason });
      }
    setRefused(failed);
    // What is saved for a room type is no change of another operator on its resources.
    if (failed.length > 0) pending.rebase(await readNights(client, pending.cells, find).catch(() => NONE));
    const done = changes.length - failed.length;
    announce(failed.length === 0 ? texts.saved : texts.savedPart(done, changes.length));
    await Promise.all(CHANGED.map((key) => client.invalidateQueries({ queryKey: [key] })));
    if (failed.length === 0) onSaved();
  };
  const save = async (changes: readonly RateChange[]): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const differing = await readAgain();
      setMeanwhile(differing);
      if (differing === 0) await send(changes);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  };
  return { save, isBusy, refused, meanwhile, error };
}

type FindResource = (id: string) => ResourceRecord | undefined;
type Nights = ReadonlyMap<string, RateDay>;
const NONE: Nights = new Map();

/** The nights that have changes, as they are now; also those that the grid shows no more. */
async function readNights(client: QueryClient, cells: PendingCells, find: FindResource): Promise<Nights> {
  const read = new Map<string, RateDay>();
  const groups = Map.groupBy(cells.values(), ({ row }) => row.resourceId ?? row.roomTypeId);
  for (const ofOne of groups.values()) {
    const dates = ofOne.map(({ before }) => before.date);
    const [row] = ofOne.map((cell) => cell.row);
    if (row === undefined) continue;
    for (const span of spansOf(dates))
      for (const [plan, nights] of await readSpan(client, row, span, find))
        for (const night of nights) read.set(`${keyOfRow({ ...row, ...plan })} ${night.date}`, night);
  }
  return read;
}

type Plan = Pick<PlanRow, 'ratePlanCode' | 'currency'>;

async function readSpan(
  client: QueryClient,
  { roomTypeId, resourceId, currency }: PlanRow,
  { from, days }: { readonly from: string; readonly days: number },
  find: FindResource,
): Promise<(readonly [Plan, readonly RateDay[]])[]> {
  if (resourceId === undefined) {
    const { plans } = await client.fetchQuery({ ...bulkRatesQuery(roomTypeId, from, days), staleTime: 0 });
    return plans.map((plan) => [{ ratePlanCode: plan.ratePlanCode, currency: plan.currency }, plan.days]);
  }
  const resource = find(resourceId);
  if (resource === undefined) return [];
  const plans = await client.fetchQuery({ ...resourceRatesQuery(resource, from, days), staleTime: 0 });
  return [...plans].map(([ratePlanCode, nights]) => [{ ratePlanCode, currency }, nights]);
}
