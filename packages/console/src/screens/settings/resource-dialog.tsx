import type { ResourceCreateParams, ResourceUpdateParams } from '@lodging/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isLodgingError, lodging } from '../../api/lodging.ts';
import { resourcesQuery } from '../../api/queries/resources.ts';
import { roomTypesQuery } from '../../api/queries/room-types.ts';
import type { ResourceRecord } from '../../api/records.ts';
import { fieldFaults } from '../../api/refusal-words.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormats, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialogs/dialog.tsx';
import { SelectField, TextArea, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { changesOf, draftOf, newResourceOf } from './resource-draft.ts';
import type { ResourceDraft } from './resource-draft.ts';
import css from './settings.module.css';

interface ResourceDialogProps {
  /** Null: a new one. */
  readonly resource: ResourceRecord | null;
  readonly onClose: () => void;
}

export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const { settings: texts, common } = useTexts();
  const { tenant } = useSession();
  const [draft, setDraft] = useState(() => draftOf(resource, tenant));
  const { run, isBusy, error } = useSaveResource(resource, onClose);
  return (
    <Dialog title={resource?.name ?? texts.addResource} onClose={onClose} isWide>
      <form
        className={css.dialogForm}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void run(draft);
        }}
      >
        <ResourceFields
          draft={draft}
          isNew={resource === null}
          faults={fieldFaults(error)}
          onChange={(changed) => setDraft((before) => ({ ...before, ...changed }))}
        />
        <Refusal error={error} onTryAgain={() => run(draft)} isBusy={isBusy}>
          <UnitsInUse error={error} timeZone={draft.timezone} />
        </Refusal>
        <DialogActions>
          <Button type="submit" kind="accent" isBusy={isBusy}>
            {common.save}
          </Button>
          <Button onPress={onClose}>{common.cancel}</Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

interface ResourceFieldsProps {
  readonly draft: ResourceDraft;
  readonly isNew: boolean;
  readonly faults: ReadonlyMap<string, string>;
  readonly onChange: (changed: Partial<ResourceDraft>) => void;
}

function ResourceFields({ draft, isNew, faults, onChange }: ResourceFieldsProps) {
  const { settings: texts } = useTexts();
  const { data: roomTypes = [] } = useQuery(roomTypesQuery);
  const input = (name: keyof ResourceDraft) => ({
    value: draft[name],
    fault: faults.get(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  const isLodging = draft.kind !== 'generic';
  return (
    <>
      <div className={css.pair}>
        <TextField label={texts.name} maxLength={200} {...input('name')} />
        <TextField label={texts.slug} hint={texts.slugHint} maxLength={100} {...input('slug')} />
        {isNew && <SelectField label={texts.kind} choices={choicesOf(texts.kinds)} {...input('kind')} />}
        {isLodging && (
          <SelectField
            label={texts.roomType}
            choices={[
              { value: '', label: texts.choose },
              ...roomTypes.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            {...input('roomTypeId')}
          />
        )}
        <TextField label={texts.units} inputMode="numeric" {...input('units')} />
        <TextField label={texts.capacity} inputMode="numeric" {...input('capacity')} />
        {isNew && <TextField label={texts.currency} maxLength={3} {...input('currency')} />}
        <TextField label={texts.timezone} {...input('timezone')} />
        <TextField label={texts.checkIn} type="time" {...input('checkInTime')} />
        <TextField label={texts.checkOut} type="time" {...input('checkOutTime')} />
      </div>
      <TextArea label={texts.description} maxLength={5_000} {...input('description')} />
    </>
  );
}

const choicesOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** When there are more stays than units would be left. */
function UnitsInUse({ error, timeZone }: { readonly error: unknown; readonly timeZone: string }) {
  const { settings: texts } = useTexts();
  const { date } = useFormats();
  if (!isLodgingError(error) || error.code !== 'units_in_use') return null;
  const { from, to, unitsTaken } = error;
  if (from === undefined || to === undefined || unitsTaken === undefined) return null;
  const day = (at: string): string => date(at.length === 10 ? at : dayOf(at, timeZone));
  return <p>{texts.unitsInUse({ units: unitsTaken, from: day(from), to: day(to) })}</p>;
}

const dayOf = (at: string, timeZone: string): string =>
  Temporal.Instant.from(at).toZonedDateTimeISO(timeZone).toPlainDate().toString();

function useSaveResource(resource: ResourceRecord | null, onClose: () => void) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    (draft: ResourceDraft) =>
      resource === null
        ? lodging.resources.create(newResourceOf(draft) as unknown as ResourceCreateParams)
        : lodging.resources.update(resource.id, changesOf(draft, resource) as ResourceUpdateParams),
    {
      says: () => texts.resourceSaved,
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: resourcesQuery.queryKey });
      },
    },
  );
}
