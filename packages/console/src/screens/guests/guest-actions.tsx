import type { Guest, GuestErasure } from '@lodging/client';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { saveText } from '../../ui/save-text.ts';
import { WhoMay } from '../../ui/who-may.tsx';
import { EraseDialog } from './erase-dialog.tsx';
import { MergeDialog } from './merge-dialog.tsx';

interface GuestActionsProps {
  readonly guest: Guest;
  readonly onErased: (erasure: GuestErasure) => void;
}

export function GuestActions({ guest, onErased }: GuestActionsProps) {
  const { guests: texts } = useTexts();
  const may = useMay();
  const [open, setOpen] = useState<'merge' | 'erase' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <WhoMay permission="book" />
      {may('book') && <WhoMay permission="guest:erase" />}
      {may('book') && <Button onPress={() => setOpen('merge')}>{texts.merge}</Button>}
      {may('guest:export') && <ExportButton id={guest.id} />}
      {may('guest:erase') && (
        <Button kind="danger" onPress={() => setOpen('erase')}>
          {texts.erase}
        </Button>
      )}
      {open === 'merge' && <MergeDialog guest={guest} onClose={close} />}
      {open === 'erase' && <EraseDialog guest={guest} onErased={onErased} onClose={close} />}
    </>
  );
}

/** All that is known of the guest, as a file. */
function ExportButton({ id }: { readonly id: string }) {
  const { guests: texts } = useTexts();
  const { run, isBusy, error } = useWrite(
    async () => {
      const answer = await lodging.guests.export(id);
      // A long document is fetched by a request of its own.
      const found = 'exportId' in answer ? await lodging.guests.getExport(id, answer.exportId) : answer;
      saveText(`guest-${id}.json`, 'application/json', JSON.stringify(found, null, 2));
    },
    { says: () => texts.exported },
  );
  return (
    <>
      <Button isBusy={isBusy} onPress={() => run(undefined)}>
        {texts.export}
      </Button>
      <Refusal error={error} onTryAgain={() => run(undefined)} isBusy={isBusy} />
    </>
  );
}
