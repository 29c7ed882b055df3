import { useState } from 'react';
import type { SubmitEvent } from 'react';
import { lodging } from '../../../api/lodging.ts';
import type { ResourceRecord } from '../../../api/records.ts';
import { useFaults } from '../../../ui/faults/use-faults.ts';
import { separatorsOf } from '../../../domain/amount-input.ts';
import type { PriceRow } from '../../../domain/prices/price-rows.ts';
import { draftOfPricing } from '../../../domain/prices/pricing-draft.ts';
import type { PricingEntry } from '../../../domain/prices/pricing-draft.ts';
import { readPricing } from '../../../domain/prices/read-pricing.ts';
import { useLanguage, useTexts } from '../../../texts/use-texts.ts';
import { EditorActions, EditorDialog } from '../../../ui/dialogs/editor-dialog.tsx';
import css from './plans.module.css';
import { PricingFields } from './pricing-fields.tsx';
import { RefusedResources, ResourceChoice } from './resource-choice.tsx';
import { useSaveEach } from './use-save-each.ts';

interface PricingEditorProps {
  readonly row: PriceRow;
  /** Of the room type, with the plan. */
  readonly siblings: readonly ResourceRecord[];
  readonly onClose: () => void;
}

/** The prices of a plan. Nothing is computed here: what is saved shows in the grid. */
export function PricingEditor({ row, siblings, onClose }: PricingEditorProps) {
  const { prices: texts } = useTexts();
  const separators = separatorsOf(useLanguage());
  const { plan, currency, pricing, resources } = row;
  const name = plan?.name ?? resources[0]?.name ?? '';
  const [first] = useState(() => draftOfPricing(pricing, currency, separators));
  const [draft, setDraft] = useState(first);
  const [chosen, setChosen] = useState(() => resources.map(({ id }) => id));
  const { save, isBusy, refused } = useSaveEach<PricingEntry>({
    send: (id, entry) => lodging.resources.putPricing(id, { pricing: [entry] }),
    saved: texts.pricesSaved(name),
    onSaved: onClose,
  });
  const faults = useFaults(refused[0]?.error);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = readPricing(draft, plan?.code ?? null, currency, separators);
    faults.show(read.ok ? [] : read.faults);
    const targets = siblings.filter(({ id }) => chosen.includes(id));
    if (read.ok && targets.length > 0) void save(targets, read.entry);
  };
  return (
    <EditorDialog title={texts.pricesOf(name)} isChanged={draft !== first} onClose={onClose}>
      {(close) => (
        <form className={css.form} noValidate onSubmit={submit}>
          <PricingFields
            {...{ draft, currency, faults }}
            set={(changed) => setDraft((before) => ({ ...before, ...changed }))}
          />
          <ResourceChoice resources={siblings} chosen={chosen} onChange={setChosen} />
          <p className="quiet">{texts.showsInGrid}</p>
          <RefusedResources refused={refused} />
          <EditorActions isBusy={isBusy} close={close} />
        </form>
      )}
    </EditorDialog>
  );
}
