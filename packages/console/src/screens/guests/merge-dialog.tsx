import type { Guest } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { foundGuests, GUESTS } from '../../api/queries/guests.ts';
import { useWrite } from '../../api/use-write.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { Table } from '../../ui/table.tsx';
import css from './guests.module.css';

interface MergeDialogProps {
  /** Stays, with its fields. */
  readonly guest: Guest;
  readonly onClose: () => void;
}

export function MergeDialog({ guest, onClose }: MergeDialogProps) {
  const { guests: texts, common } = useTexts();
  const [other, setOther] = useState<Guest | null>(null);
  const { run, isBusy, error } = useMerge(guest.id, onClose);
  return (
    <Dialog title={texts.mergeGuests} onClose={onClose} isWide>
      {other === null ? (
        <OtherGuest id={guest.id} onChoose={setOther} />
      ) : (
        <SideBySide kept={guest} gone={other} />
      )}
      <Refusal error={error} onTryAgain={() => other && run(other.id)} isBusy={isBusy} />
      <DialogActions>
        {other !== null && (
          <Button kind="accent" isBusy={isBusy} onPress={() => run(other.id)}>
            {texts.merge}
          </Button>
        )}
        {other !== null && <Button onPress={() => setOther(null)}>{texts.chooseAnother}</Button>}
        <Button onPress={onClose}>{common.cancel}</Button>
      </DialogActions>
    </Dialog>
  );
}

function OtherGuest({ id, onChoose }: { readonly id: string; readonly onChoose: (guest: Guest) => void }) {
  const { guests: texts, common } = useTexts();
  const [q, setQ] = useState<string | undefined>();
  const { data, error, refetch } = useQuery({ ...foundGuests(q ?? ''), enabled: q !== undefined });
  const others = data?.filter((found) => found.id !== id);
  return (
    <>
      <p>{texts.mergeWhat}</p>
      <SearchField label={texts.otherGuest} hint={texts.searchHint} text={q ?? ''} onChange={setQ} />
      <Refusal error={error} onTryAgain={() => refetch()} />
      {others?.length === 0 && <p>{texts.empty}</p>}
      <div className={css.choices}>
        {others?.map((found) => (
          <Button key={found.id} kind="quiet" className={css.choice} onPress={() => onChoose(found)}>
            <bdi>{found.name ?? common.noName}</bdi> · <bdi>{found.email}</bdi>
          </Button>
        ))}
      </div>
    </>
  );
}

function SideBySide({ kept, gone }: { readonly kept: Guest; readonly gone: Guest }) {
  const { guests: texts, booking, common } = useTexts();
  const rows = [
    [texts.email, ({ email }: Guest) => email],
    [booking.name, ({ name }: Guest) => name],
    [booking.phone, ({ phone }: Guest) => phone],
    [booking.language, ({ language }: Guest) => language],
    [booking.notes, ({ notes }: Guest) => notes],
    [booking.metadata, ({ metadata }: Guest) => linesOf(metadata)],
    [texts.consents, ({ consents }: Guest) => linesOf(lastConsents(consents, common))],
    [texts.stays, ({ staysCount }: Guest) => String(staysCount)],
  ] as const;
  return (
    <>
      <p>{texts.mergeResult(gone.staysCount)}</p>
      <Table label={texts.mergeGuests} columns={[texts.field, texts.keptProfile, texts.goneProfile]}>
        {rows.map(([title, of]) => (
          <tr key={title}>
            <th scope="row">{title}</th>
            <td>
              <bdi className={css.typed}>{of(kept) ?? common.none}</bdi>
            </td>
            <td>
              <bdi className={css.typed}>{of(gone) ?? common.none}</bdi>
            </td>
          </tr>
        ))}
      </Table>
    </>
  );
}

function linesOf(entries: Readonly<Record<string, string>>): string | null {
  const lines = Object.entries(entries).map(([name, value]) => `${name}: ${value}`);
  return lines.length === 0 ? null : lines.join('\n');
}

/** What holds for each purpose: the latest that was recorded. */
function lastConsents(
  consents: Guest['consents'],
  { yes, no }: { readonly yes: string; readonly no: string },
): Readonly<Record<string, string>> {
  const inOrder = consents.toSorted((a, b) => a.at.localeCompare(b.at));
  return Object.fromEntries(inOrder.map(({ purpose, given }) => [purpose, given ? yes : no]));
}

function useMerge(id: string, onClose: () => void) {
  const { guests: texts } = useTexts();
  const client = useQueryClient();
  return useWrite((from: string) => lodging.guests.merge(id, { from }), {
    says: () => texts.merged,
    after: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: GUESTS });
    },
  });
}
