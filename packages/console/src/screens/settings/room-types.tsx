import type { RoomTypeCreateParams } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../api/lodging.ts';
import { useMay } from '../../api/permissions.ts';
import { roomTypesQuery } from '../../api/queries/room-types.ts';
import { useWrite } from '../../api/use-write.ts';
import { useRead } from '../../api/use-read.ts';
import { useFieldFaults } from '../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { Section } from '../../ui/section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { numbers, Table } from '../../ui/table.tsx';
import css from './settings.module.css';

export function RoomTypes() {
  const { settings: texts, common } = useTexts();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useRead(roomTypesQuery);
  return (
    <Section
      title={texts.roomTypes}
      actions={may('operate') && <Button onPress={() => setAdding(true)}>{texts.addRoomType}</Button>}
    >
      <Refusal error={error} onTryAgain={() => refetch()} />
      {data === undefined && error === null && <Skeleton rows={2} />}
      {data?.length === 0 && <p>{texts.noRoomTypes}</p>}
      {data && data.length > 0 && (
        <Table
          label={texts.roomTypes}
          columns={[
            common.code,
            texts.name,
            numbers(texts.maxOccupancy),
            numbers(texts.maxAdults),
            numbers(texts.maxChildren),
          ]}
        >
          {data.map(({ id, code, name, maxOccupancy, maxAdults, maxChildren }) => (
            <tr key={id} data-row={id}>
              <td>
                <code>{code}</code>
              </td>
              <td>
                <bdi>{name}</bdi>
              </td>
              <td className="number">{maxOccupancy}</td>
              <td className="number">{maxAdults}</td>
              <td className="number">{maxChildren}</td>
            </tr>
          ))}
        </Table>
      )}
      {isAdding && <AddRoomType onClose={() => setAdding(false)} />}
    </Section>
  );
}

const EMPTY = { code: '', name: '', maxOccupancy: '3', maxAdults: '2', maxChildren: '1' };

function AddRoomType({ onClose }: { readonly onClose: () => void }) {
  const { settings: texts, common } = useTexts();
  const [draft, setDraft] = useState(EMPTY);
  const { run, isBusy, error } = useAddRoomType(onClose);
  const faults = useFieldFaults(error);
  const input = (name: keyof typeof EMPTY) => ({
    value: draft[name],
    fault: faults.get(name),
    onChange: ({ target }: { target: { value: string } }) =>
      setDraft((before) => ({ ...before, [name]: target.value })),
  });
  return (
    <FormDialog
      title={texts.addRoomType}
      confirm={common.save}
      error={error}
      isBusy={isBusy}
      onSubmit={() => run(draft)}
      onClose={onClose}
    >
      <div className={css.pair}>
        <TextField label={common.code} maxLength={64} {...input('code')} />
        <TextField label={texts.name} maxLength={200} {...input('name')} />
        <TextField label={texts.maxOccupancy} inputMode="numeric" {...input('maxOccupancy')} />
        <TextField label={texts.maxAdults} inputMode="numeric" {...input('maxAdults')} />
        <TextField label={texts.maxChildren} inputMode="numeric" {...input('maxChildren')} />
      </div>
    </FormDialog>
  );
}

function useAddRoomType(onClose: () => void) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    ({ code, name, ...numbersOf }: typeof EMPTY) => {
      const counts = Object.entries(numbersOf).map(([field, text]) => [field, Number(text)]);
      return lodging.roomTypes.create({ code, name, ...Object.fromEntries(counts) } as RoomTypeCreateParams);
    },
    {
      says: () => texts.roomTypeAdded,
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: roomTypesQuery.queryKey });
      },
    },
  );
}
