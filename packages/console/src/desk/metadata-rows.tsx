import { useState } from 'react';
import { useTexts } from '../texts/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/fields/field.tsx';
import css from './desk.module.css';

type Metadata = Readonly<Record<string, string>>;

interface MetadataRowsProps {
  readonly metadata: Metadata;
  readonly onChange: (metadata: Metadata) => void;
}

/** The operator’s own names and values. */
export function MetadataRows({ metadata, onChange }: MetadataRowsProps) {
  const { booking: texts } = useTexts();
  const [name, setName] = useState('');
  const without = (key: string): Metadata =>
    Object.fromEntries(Object.entries(metadata).filter(([other]) => other !== key));
  const add = (): void => {
    if (name.trim() === '') return;
    onChange({ ...metadata, [name.trim()]: '' });
    setName('');
  };
  return (
    <details className={css.metadata} open={Object.keys(metadata).length > 0}>
      <summary>{texts.metadata}</summary>
      <div className={css.form}>
        {Object.entries(metadata).map(([key, value]) => (
          <div key={key} className={css.valueRow}>
            <TextField
              label={key}
              maxLength={500}
              value={value}
              onChange={({ target }) => onChange({ ...metadata, [key]: target.value })}
            />
            <Button kind="quiet" aria-label={texts.removeRow(key)} onPress={() => onChange(without(key))}>
              ×
            </Button>
          </div>
        ))}
        <div className={css.valueRow}>
          <TextField
            label={texts.row}
            maxLength={40}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Button onPress={add}>{texts.addRow}</Button>
        </div>
      </div>
    </details>
  );
}

/** As PATCH takes it: null removes a value. */
export function changedData(before: Metadata, after: Metadata): Readonly<Record<string, string | null>> {
  const removed = Object.keys(before).filter((key) => !(key in after));
  const set = Object.entries(after).filter(([key, value]) => value !== '' && before[key] !== value);
  return Object.fromEntries([...removed.map((key) => [key, null] as const), ...set]);
}
