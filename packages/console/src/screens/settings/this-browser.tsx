import { changePreferences, LOCK_MINUTES, usePreferences } from '../../app/preferences.ts';
import type { Preferences } from '../../app/preferences.ts';
import { LANGUAGES } from '../../texts/choose-texts.ts';
import { useLanguage, useTexts } from '../../texts/use-texts.ts';
import { SelectField, Switch } from '../../ui/fields/field.tsx';
import { Section } from '../../ui/section.tsx';
import css from './settings.module.css';

/** How dates are written in the countries of the four languages. */
const REGIONS = ['AT', 'AU', 'CA', 'CH', 'DE', 'ES', 'FR', 'GB', 'IE', 'IT', 'MX', 'NZ', 'US'];

const regionName = (language: string, region: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(region) ?? region;

/** How this browser shows the page; it is stored here, and nothing of a guest is. */
export function ThisBrowser() {
  const { settings: texts } = useTexts();
  const { theme, density, lockMinutes, singleKeys } = usePreferences();
  const named = <Key extends string>(words: Readonly<Record<Key, string>>) =>
    (Object.entries(words) as [Key, string][]).map(([value, label]) => ({ value, label }));
  return (
    <Section title={texts.browser}>
      <div className={css.fields}>
        <LanguageFields />
        <SelectField
          label={texts.theme}
          choices={named(texts.themes)}
          value={theme}
          onChange={({ target }) => changePreferences({ theme: target.value as Preferences['theme'] })}
        />
        <SelectField
          label={texts.density}
          choices={named(texts.densities)}
          value={density}
          onChange={({ target }) => changePreferences({ density: target.value as Preferences['density'] })}
        />
        <SelectField
          label={texts.lock}
          hint={texts.lockHint}
          choices={LOCK_MINUTES.map((n) => ({
            value: String(n),
            label: n === 0 ? texts.never : texts.minutes(n),
          }))}
          value={String(lockMinutes)}
          onChange={({ target }) => changePreferences({ lockMinutes: Number(target.value) })}
        />
      </div>
      <Switch
        label={texts.singleKeys}
        isOn={singleKeys}
        onChange={(isOn) => changePreferences({ singleKeys: isOn })}
      />
    </Section>
  );
}

function LanguageFields() {
  const { settings: texts } = useTexts();
  const { language, region } = usePreferences();
  const words = useLanguage();
  return (
    <>
      <SelectField
        label={texts.language}
        choices={[
          { value: '', label: texts.followsBrowser },
          ...LANGUAGES.map((value) => ({ value, label: texts.languages[value] })),
        ]}
        value={language ?? ''}
        onChange={({ target }) => changePreferences({ language: target.value || null })}
      />
      <SelectField
        label={texts.region}
        choices={[
          { value: '', label: texts.followsBrowser },
          ...REGIONS.map((value) => ({ value, label: regionName(words, value) })),
        ]}
        value={region ?? ''}
        onChange={({ target }) => changePreferences({ region: target.value || null })}
      />
    </>
  );
}
