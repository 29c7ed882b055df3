import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { announce } from '../../../api/messages.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { useTexts } from '../../../texts/use-texts.ts';

export interface RefusedResource {
  readonly resource: ResourceRecord;
  readonly error: unknown;
}

interface SaveEach<Update> {
  readonly send: (resourceId: string, update: Update) => Promise<unknown>;
  readonly saved: string;
  readonly onSaved: () => void;
}

/** Sends an update to one resource after another. Those that refuse it stay to be tried again, with their reasons. */
export function useSaveEach<Update>({ send, saved, onSaved }: SaveEach<Update>) {
  const { rates: texts } = useTexts();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly RefusedResource[]>([]);
  const save = async (resources: readonly ResourceRecord[], update: Update): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    const failed: RefusedResource[] = [];
    for (const resource of resources)
      try {
        await send(resource.id, update);
      } catch (error) {
        failed.push({ resource, error });
      }
    setRefused(failed);
    setBusy(false);
    const done = resources.length - failed.length;
    announce(failed.length === 0 ? saved : texts.savedPart(done, resources.length));
    if (failed.length === 0) onSaved();
    await Promise.all(
      [['resources'], ['pricing'], ['rates'], ['offers'], ['night-prices']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  };
  return { save, isBusy, refused };
}
