import { useRef } from 'react';
import { useTexts } from '../../../texts/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextArea, TextField } from '../../../ui/fields/field.tsx';
import { LanguageField } from '../../../ui/fields/language-field.tsx';
import css from '../settings.module.css';
import type { TranslationDraft } from './resource-draft.ts';
import type { ResourceFieldsProps } from './resource-fields.ts';

const BLANK: TranslationDraft = { language: '', name: '', description: '' };

/** Name and description in other languages, each of them by its tag. */
export function TranslationFields({ draft: { translations }, faults, set }: ResourceFieldsProps) {
  const { settings: texts } = useTexts();
  const add = useRef<HTMLDivElement>(null);
  const change = (at: number, changed: Partial<TranslationDraft>): void =>
    set({ translations: translations.with(at, { ...(translations[at] ?? BLANK), ...changed }) });
  return (
    <section className={css.stack} aria-label={texts.translations}>
      <h3>{texts.translations}</h3>
      {translations.map((one, at) => (
        <TranslationGroup
          key={at}
          number={at + 1}
          translation={one}
          faultAt={(part) => faults.at(`/translations/${one.language.trim()}${part}`)}
          languageFault={faults.at(`/translations/${at}`)}
          onChange={(changed) => change(at, changed)}
          onRemove={() => {
            // The button of the last group goes with it.
            if (at === translations.length - 1) add.current?.querySelector('button')?.focus();
            set({ translations: translations.toSpliced(at, 1) });
          }}
        />
      ))}
      <div ref={add}>
        <Button kind="quiet" onPress={() => set({ translations: [...translations, BLANK] })}>
          {texts.addTranslation}
        </Button>
      </div>
    </section>
  );
}

interface TranslationGroupProps {
  readonly number: number;
  readonly translation: TranslationDraft;
  readonly faultAt: (part: string) => string | undefined;
  readonly languageFault: string | undefined;
  readonly onChange: (changed: Partial<TranslationDraft>) => void;
  readonly onRemove: () => void;
}

function TranslationGroup(props: TranslationGroupProps) {
  const { number, translation, faultAt, languageFault, onChange, onRemove } = props;
  const { settings: texts } = useTexts();
  return (
    <fieldset className={css.translation}>
      <legend className="hidden">{texts.translationNumber(number)}</legend>
      <LanguageField
        label={texts.translationLanguage}
        value={translation.language}
        fault={languageFault ?? faultAt('')}
        onChange={({ target }) => onChange({ language: target.value })}
      />
      <TextField
        label={texts.translatedName}
        maxLength={200}
        value={translation.name}
        fault={faultAt('/name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextArea
        label={texts.translatedDescription}
        rows={2}
        maxLength={5_000}
        value={translation.description}
        fault={faultAt('/description')}
        onChange={({ target }) => onChange({ description: target.value })}
      />
      <Button kind="quiet" onPress={onRemove}>
        {texts.removeTranslation(number)}
      </Button>
    </fieldset>
  );
}
