import type { ResourceCreateParams, ResourceUpdateParams } from '@lodging/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { isLodgingError, lodging } from '../../../api/lodging.ts';
import { resourcesQuery } from '../../../api/queries/resources.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { useSession } from '../../../api/session.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useFaults } from '../../../ui/faults/use-faults.ts';
import { SaleTermsFields } from '../../../desk/sale-terms-fields.tsx';
import { separatorsOf } from '../../../domain/amount-input.ts';
import { useFormats, useLanguage, useTexts } from '../../../texts/use-texts.ts';
import { EditorActions, EditorDialog } from '../../../ui/dialogs/editor-dialog.tsx';
import { inputOf } from '../../../ui/fields/input-of.ts';
import { Refusal } from '../../../ui/notice.tsx';
import { localDate } from '../../../ui/when.tsx';
import css from '../settings.module.css';
import { BasicFields } from './basic-fields.tsx';
import { GuestWords } from './guest-words.tsx';
import { draftOf, readChanges, readNewResource } from './resource-draft.ts';
import { TranslationFields } from './translation-fields.tsx';

interface ResourceDialogProps {
  /** Null: a new one. */
  readonly resource: ResourceRecord | null;
  readonly onClose: () => void;
}

export function ResourceDialog({ resource, onClose }: ResourceDialogProps) {
  const { settings: texts } = useTexts();
  const { tenant } = useSession();
  const separators = separatorsOf(useLanguage());
  const [first] = useState(() => draftOf(resource, tenant, separators));
  const [draft, setDraft] = useState(first);
  const { run, isBusy, error } = useSaveResource(resource, onClose);
  const faults = useFaults(error);
  const save = (): void => {
    const read =
      resource === null ? readNewResource(draft, separators) : readChanges(draft, resource, separators);
    faults.show(read.ok ? [] : read.faults);
    if (read.ok) void run(read.fields);
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    save();
  };
  const fields = {
    draft,
    faults,
    isNew: resource === null,
    set: (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed })),
  };
  return (
    <EditorDialog
      title={resource?.name ?? texts.addResource}
      isChanged={JSON.stringify(draft) !== JSON.stringify(first)}
      onClose={onClose}
    >
      {(close) => (
        <form className={css.dialogForm} noValidate onSubmit={submit}>
          <BasicFields {...fields} />
          {draft.kind === 'generic' && <SaleTermsFields input={inputOf(fields)} className={css.pair} />}
          <GuestWords {...fields} />
          <TranslationFields {...fields} />
          <Refusal error={error} onTryAgain={save} isBusy={isBusy}>
            <UnitsInUse error={error} timeZone={draft.timezone} />
          </Refusal>
          <EditorActions isBusy={isBusy} close={close} />
        </form>
      )}
    </EditorDialog>
  );
}

/** When there are more stays than units would be left. */
function UnitsInUse({ error, timeZone }: { readonly error: unknown; readonly timeZone: string }) {
  const { settings: texts } = useTexts();
  const { date } = useFormats();
  if (!isLodgingError(error) || error.code !== 'units_in_use') return null;
  const { from, to, unitsTaken } = error;
  if (from === undefined || to === undefined || unitsTaken === undefined) return null;
  const day = (at: string): string => date(at.length === 10 ? at : localDate(at, timeZone));
  return <p>{texts.unitsInUse({ units: unitsTaken, from: day(from), to: day(to) })}</p>;
}

function useSaveResource(resource: ResourceRecord | null, onClose: () => void) {
  const { settings: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    (fields: Readonly<Record<string, unknown>>) =>
      resource === null
        ? lodging.resources.create(fields as unknown as ResourceCreateParams)
        : lodging.resources.update(resource.id, fields as ResourceUpdateParams),
    {
      says: () => texts.resourceSaved,
      after: async () => {
        onClose();
        await client.invalidateQueries({ queryKey: resourcesQuery.queryKey });
      },
    },
  );
}
