import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lodging } from '../../../api/lodging.ts';
import type { OccupancyEntry, ResourceRecord } from '../../../api/records.ts';
import { useWrite } from '../../../api/use-write.ts';
import type { Nights } from '../../../domain/calendar/chart-window.ts';
import { useFieldFaults } from '../../../ui/faults/use-field-faults.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../../ui/fields/field.tsx';
import { BlockRefusal } from './block-refusal.tsx';
import { blockTimes, changedTimes } from './block-times.ts';
import css from './panels.module.css';

type Kind = 'out_of_order' | 'owner_stay' | 'other';

interface CloseNightsProps {
  readonly resource: ResourceRecord;
  readonly nights: Nights;
  /** A block that is changed; undefined: a new one. */
  readonly entry?: OccupancyEntry | undefined;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Takes units off sale, or changes what is off sale. */
export function CloseNightsDialog(props: CloseNightsProps) {
  const { calendar: texts, common } = useTexts();
  const { entry, resource, onClose } = props;
  const form = useCloseNights(props);
  const { fields, write } = form;
  const faults = useFieldFaults(write.error);
  return (
    <Dialog title={entry === undefined ? texts.closeDialog : texts.changeClosing} onClose={onClose}>
      <form
        className={css.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void write.run(fields);
        }}
      >
        <p>
          <bdi>{resource.name}</bdi>
        </p>
        <BlockFields {...form} faults={faults} />
        <BlockRefusal error={write.error} onTryAgain={() => write.run(fields)} />
        <DialogActions>
          <Button type="submit" kind="accent" isBusy={write.isBusy}>
            {entry === undefined ? texts.closeDialog : common.save}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface Fields extends Nights {
  readonly kind: Kind;
  readonly units: string;
  readonly note: string;
}

function useCloseNights({ resource, nights, entry, onDone }: CloseNightsProps) {
  const { calendar: texts } = useTexts();
  const client = useQueryClient();
  const [fields, setFields] = useState<Fields>({
    from: nights.from,
    to: nights.to,
    kind: entry?.block === 'owner_stay' || entry?.block === 'other' ? entry.block : 'out_of_order',
    units: String(entry?.units ?? 1),
    note: entry?.note ?? '',
  });
  const write = useWrite(
    ({ kind, units, note, ...dates }: Fields, idempotencyKey) => {
      const block = { kind, units: Number(units) };
      const typed = note.trim();
      if (entry === undefined)
        return lodging.blocks.create(
          {
            resourceId: resource.id,
            ...blockTimes(resource, dates),
            ...block,
            ...(typed !== '' && { note: typed }),
          },
          { idempotencyKey },
        );
      const times = changedTimes(resource, entry, dates);
      const changed = { ...times, ...block, note: typed === '' ? null : typed };
      return lodging.blocks.update(entry.id, changed, { ifMatch: `"v${entry.version}"` });
    },
    {
      says: () => (entry === undefined ? texts.nightsClosed(resource.name) : texts.closingChanged),
      after: async () => {
        onDone();
        await client.invalidateQueries({ queryKey: ['occupancy'] });
      },
    },
  );
  const change = (changed: Partial<Fields>): void => setFields((before) => ({ ...before, ...changed }));
  return { fields, change, write };
}

interface BlockFieldsProps {
  readonly fields: Fields;
  readonly change: (changed: Partial<Fields>) => void;
  readonly faults: ReadonlyMap<string, string>;
}

function BlockFields({ fields, change, faults }: BlockFieldsProps) {
  const { calendar: texts } = useTexts();
  const text = (name: Exclude<keyof Fields, 'kind'>) => ({
    value: fields[name],
    fault: faults.get(name),
    onChange: ({ target }: React.ChangeEvent<HTMLInputElement>) => change({ [name]: target.value }),
  });
  return (
    <>
      <SelectField
        label={texts.kind}
        value={fields.kind}
        choices={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
        onChange={({ target }) => change({ kind: target.value as Kind })}
      />
      <div className={css.pair}>
        <TextField label={texts.firstNight} type="date" required {...text('from')} />
        <TextField label={texts.freeFrom} type="date" required {...text('to')} />
      </div>
      <TextField label={texts.unitsField} inputMode="numeric" {...text('units')} />
      <TextField label={texts.note} maxLength={500} {...text('note')} />
    </>
  );
}
