import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { lodging } from '../../../api/lodging.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { useFaults } from '../../../ui/faults/use-faults.ts';
import { separatorsOf } from '../../../domain/amount-input.ts';
import { draftOfPlan, emptyPlan, readPlan } from '../../../domain/prices/plan-draft.ts';
import type { RatePlan, RatePlanEntry } from '../../../domain/prices/plan-draft.ts';
import { useLanguage, useTexts } from '../../../texts/use-texts.ts';
import { EditorActions, EditorDialog } from '../../../ui/dialogs/editor-dialog.tsx';
import { PlanFields } from './plan-fields.tsx';
import css from './plans.module.css';
import { RefusedResources, ResourceChoice } from './resource-choice.tsx';
import { useSaveEach } from './use-save-each.ts';

interface PlanEditorProps {
  /** Null: a new one. */
  readonly plan: RatePlan | null;
  readonly currency: string;
  /** Those that may have it. */
  readonly siblings: readonly ResourceRecord[];
  /** Those that are changed unless others are chosen. */
  readonly chosen: readonly ResourceRecord[];
  readonly onClose: () => void;
}

export function PlanEditor({ plan, currency, siblings, chosen: suggested, onClose }: PlanEditorProps) {
  const { prices: texts } = useTexts();
  const separators = separatorsOf(useLanguage());
  const [first] = useState(() => (plan === null ? emptyPlan : draftOfPlan(plan, separators)));
  const [draft, setDraft] = useState(first);
  const [chosen, setChosen] = useState(() => suggested.map(({ id }) => id));
  const { save, isBusy, refused } = useSaveEach<RatePlanEntry>({
    send: (id, entry) => lodging.resources.putRates(id, { ratePlans: [entry] }),
    saved: texts.planSaved(draft.name),
    onSaved: onClose,
  });
  const faults = useFaults(refused[0]?.error);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readPlan(draft, currency, separators);
    faults.show(read.ok ? [] : read.faults);
    const targets = siblings.filter(({ id }) => chosen.includes(id));
    if (read.ok && targets.length > 0) void save(targets, read.entry);
  };
  const title = plan === null ? texts.addPlan : texts.termsOf(plan.name);
  return (
    <EditorDialog title={title} isChanged={draft !== first} onClose={onClose}>
      {(close) => (
        <form className={css.form} noValidate onSubmit={submit}>
          <PlanFields
            {...{ draft, currency, faults }}
            isNew={plan === null}
            parents={parentsOf(siblings, draft.code)}
            set={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          />
          <ResourceChoice resources={siblings} chosen={chosen} onChange={setChosen} />
          <RefusedResources refused={refused} />
          <EditorActions isBusy={isBusy} close={close} />
        </form>
      )}
    </EditorDialog>
  );
}

/** Plans with prices of their own, which another one can follow. */
function parentsOf(resources: readonly ResourceRecord[], code: string): RatePlan[] {
  const plans = resources.flatMap(({ ratePlans }) => ratePlans);
  const own = plans.filter((one) => (one.derivedFrom ?? null) === null && one.code !== code);
  return [...new Map(own.map((one) => [one.code, one])).values()];
}
