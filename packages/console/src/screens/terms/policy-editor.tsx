import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { lodging } from '../../api/lodging.ts';
import { policiesQuery } from '../../api/queries/terms.ts';
import { useSession } from '../../api/session.ts';
import { useWrite } from '../../api/use-write.ts';
import { separatorsOf } from '../../domain/amount-input.ts';
import { draftOfPolicy, emptyPenalty, emptyPolicy, readPolicy } from '../../domain/terms/policy-draft.ts';
import type { Policy, PolicyDraft, PolicyUpdate } from '../../domain/terms/policy-draft.ts';
import { useLanguage, useTexts } from '../../texts/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { EditorActions, EditorDialog } from '../../ui/dialogs/editor-dialog.tsx';
import { Switch, TextField } from '../../ui/fields/field.tsx';
import { Refusal } from '../../ui/notice.tsx';
import { NameFields } from './name-fields.tsx';
import { PenaltyFields } from './penalty-fields.tsx';
import { PolicySummary } from './policy-summary.tsx';
import { StepFields } from './step-fields.tsx';
import css from './terms.module.css';
import { useFaults } from '../../ui/faults/use-faults.ts';
import type { Faults } from '../../ui/faults/use-faults.ts';

interface PolicyEditorProps {
  /** Undefined: a new one. */
  readonly policy?: Policy;
  readonly onClose: () => void;
}

/** Deadlines as sentences with gaps, beside what they say. */
export function PolicyEditor({ policy, onClose }: PolicyEditorProps) {
  const { terms: texts } = useTexts();
  const { tenant } = useSession();
  const separators = separatorsOf(useLanguage());
  const [first] = useState(() =>
    policy === undefined
      ? emptyPolicy(tenant.defaultCurrency)
      : draftOfPolicy(policy, tenant.defaultCurrency, separators),
  );
  const [draft, setDraft] = useState(first);
  const save = useSave(policy, onClose);
  const faults = useFaults(save.error);
  const read = readPolicy(draft, separators);
  // What it says does not depend on what it is called.
  const said = readPolicy({ ...draft, code: 'said', name: 'said' }, separators);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (read.ok) void save.run({ code: draft.code.trim(), policy: read.policy });
    faults.show(read.ok ? [] : read.faults);
  };
  return (
    <EditorDialog
      title={policy === undefined ? texts.addPolicy : texts.changeThis(policy.name)}
      isChanged={draft !== first}
      onClose={onClose}
    >
      {(close) => (
        <form className={css.editor} noValidate onSubmit={submit}>
          <div className={css.fields}>
            <PolicyFields draft={draft} isNew={policy === undefined} faults={faults} onChange={setDraft} />
          </div>
          <PolicySummary policy={said.ok ? said.policy : null} />
          <div className={css.end}>
            {policy && <p className="quiet">{texts.keepsVersion(policy.version)}</p>}
            <Refusal error={save.error} />
            <EditorActions isBusy={save.isBusy} close={close} />
          </div>
        </form>
      )}
    </EditorDialog>
  );
}

function useSave(policy: Policy | undefined, onClose: () => void) {
  const { terms: texts } = useTexts();
  const client = useQueryClient();
  return useWrite(
    ({ code, policy: update }: { readonly code: string; readonly policy: PolicyUpdate }) =>
      lodging.cancellationPolicies.put(policy?.code ?? code, update),
    {
      says: ({ name }) => texts.savedPolicy(name),
      after: async () => {
        await client.invalidateQueries({ queryKey: policiesQuery.queryKey });
        onClose();
      },
    },
  );
}

interface PolicyFieldsProps {
  readonly draft: PolicyDraft;
  readonly isNew: boolean;
  readonly faults: Faults;
  readonly onChange: (draft: PolicyDraft) => void;
}

function PolicyFields({ draft, isNew, faults, onChange }: PolicyFieldsProps) {
  const { terms: texts } = useTexts();
  const { tenant } = useSession();
  const set = (changed: Partial<PolicyDraft>): void => onChange({ ...draft, ...changed });
  const step = { count: '1', unit: 'days' as const, penalty: emptyPenalty(tenant.defaultCurrency) };
  return (
    <>
      <NameFields draft={draft} isNew={isNew} faults={faults} set={set} />
      <h3>{texts.steps}</h3>
      {draft.steps.map((one, index) => (
        <StepFields
          // The order is what a deadline is known by.
          key={index}
          index={index}
          step={one}
          faults={faults}
          onChange={(changed) => set({ steps: draft.steps.with(index, changed) })}
          onRemove={() => set({ steps: draft.steps.toSpliced(index, 1) })}
        />
      ))}
      <Button kind="quiet" onPress={() => set({ steps: [...draft.steps, step] })}>
        {texts.addStep}
      </Button>
      {(['afterwards', 'noShow'] as const).map((name) => (
        <fieldset key={name} className={css.group}>
          <legend>{texts[name]}</legend>
          <PenaltyFields
            penalty={draft[name]}
            pointer={`/${name}`}
            faultAt={faults.at}
            onChange={(penalty) => set({ [name]: penalty })}
          />
        </fieldset>
      ))}
      <MoreFields draft={draft} faults={faults} onChange={set} />
    </>
  );
}

function MoreFields({
  draft,
  faults,
  onChange,
}: Pick<PolicyFieldsProps, 'draft' | 'faults'> & { readonly onChange: (c: Partial<PolicyDraft>) => void }) {
  const { terms: texts } = useTexts();
  return (
    <fieldset className={css.group}>
      <legend>{texts.more}</legend>
      <TextField
        label={texts.graceMinutes}
        type="number"
        min={0}
        value={draft.graceMinutes}
        fault={faults.at('/graceMinutes')}
        onChange={({ target }) => onChange({ graceMinutes: target.value })}
      />
      <TextField
        label={texts.graceHours}
        type="number"
        min={0}
        value={draft.graceHours}
        fault={faults.at('/graceMinHoursBefore')}
        onChange={({ target }) => onChange({ graceHours: target.value })}
      />
      <TextField
        label={texts.referenceTime}
        type="time"
        hint={texts.referenceHint}
        value={draft.referenceTime}
        fault={faults.at('/referenceTime')}
        onChange={({ target }) => onChange({ referenceTime: target.value })}
      />
      <Switch
        label={texts.defaultPolicy}
        isOn={draft.isDefault}
        onChange={(isDefault) => onChange({ isDefault })}
      />
    </fieldset>
  );
}
