import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../../api/messages.ts';
import { lodging } from '../../api/lodging.ts';
import { bulkRatesQuery } from '../../api/queries/rates.ts';
import { useResources } from '../../api/queries/resources.ts';
import { keyOfRow, requestOf } from '../../domain/rate-changes.ts';
import type { RateChange } from '../../domain/rate-changes.ts';
import { hasChanged, spansOf } from '../../domain/read-nights.ts';
import type { BulkDay } from '../../domain/read-nights.ts';
import { useTexts } from '../../texts/use-texts.ts';
import type { Pending, PendingCells } from './use-pending.ts';
import { resourcesWith } from './use-rates.ts';

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
  const { list } = useResources();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [meanwhile, setMeanwhile] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const readAgain = async (): Promise<number> => {
    const read = await readNights(client, pending.cells);
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
        const named = resourcesWith(change, list);
        await lodging.rates.setBulk(requestOf(change, named), { maxRetries: RETRIES });
        pending.remove(change);
      } catch (reason) {
        failed.push({ change, error: reason });
      }
    setRefused(failed);
    const done = changes.length - failed.length;
    announce(failed.length === 0 ? texts.saved : texts.savedPart(done, changes.length));
    await Promise.all([['rates'], ['offers']].map((queryKey) => client.invalidateQueries({ queryKey })));
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

/** The nights that have changes, as they are now; also those that the grid shows no more. */
async function readNights(client: QueryClient, cells: PendingCells): Promise<Map<string, BulkDay>> {
  const read = new Map<string, BulkDay>();
  for (const [id, dates] of datesByType(cells))
    for (const { from, days } of spansOf(dates)) {
      const { plans } = await client.fetchQuery({ ...bulkRatesQuery(id, from, days), staleTime: 0 });
      for (const plan of plans)
        for (const day of plan.days) read.set(`${keyOfRow({ roomTypeId: id, ...plan })} ${day.date}`, day);
    }
  return read;
}

function datesByType(cells: PendingCells): Map<string, string[]> {
  const dates = new Map<string, string[]>();
  for (const { row, before } of cells.values())
    dates.set(row.roomTypeId, [...(dates.get(row.roomTypeId) ?? []), before.date]);
  return dates;
}
