import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import css from './field.module.css';

interface Common {
  readonly label: string;
  readonly hint?: ReactNode;
  /** What is wrong with it. */
  readonly fault?: string | undefined;
}

interface Described {
  readonly id: string;
  readonly props: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
    readonly 'aria-invalid': true | undefined;
  };
}

function useDescribed({ hint, fault }: Common): Described {
  const id = useId();
  const described = [fault !== undefined && `${id}-fault`, hint !== undefined && `${id}-hint`].filter(
    Boolean,
  );
  return {
    id,
    props: {
      id,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      'aria-invalid': fault === undefined ? undefined : true,
    },
  };
}

function Around({ id, label, hint, fault, children }: Common & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {fault !== undefined && (
        <p className={css.fault} id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {hint !== undefined && (
        <p className={css.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function TextField({ label, hint, fault, ...input }: Common & ComponentProps<'input'>) {
  const { id, props } = useDescribed({ label, hint, fault });
  return (
    <Around {...{ id, label, hint, fault }}>
      <input className={css.input} autoComplete="off" {...input} {...props} />
    </Around>
  );
}

export function TextArea({ label, hint, fault, className, ...area }: Common & ComponentProps<'textarea'>) {
  const { id, props } = useDescribed({ label, hint, fault });
  return (
    <Around {...{ id, label, hint, fault }}>
      <textarea
        className={className === undefined ? css.input : `${css.input} ${className}`}
        rows={3}
        {...area}
        {...props}
      />
    </Around>
  );
}

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export function SelectField({
  label,
  hint,
  fault,
  choices,
  ...select
}: Common & ComponentProps<'select'> & { readonly choices: readonly Choice[] }) {
  const { id, props } = useDescribed({ label, hint, fault });
  return (
    <Around {...{ id, label, hint, fault }}>
      <select className={css.input} {...select} {...props}>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Around>
  );
}

interface GroupProps {
  readonly label: string;
  readonly choices: readonly Choice[];
}

/** Checkboxes of which several may be on. */
export function CheckGroup({
  label,
  choices,
  values,
  onChange,
}: GroupProps & { readonly values: readonly string[]; readonly onChange: (values: string[]) => void }) {
  return (
    <fieldset className={css.group}>
      <legend className={css.label}>{label}</legend>
      {choices.map(({ value, label: word }) => (
        <label key={value} className={css.choice}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            onChange={({ target }) =>
              onChange(target.checked ? [...values, value] : values.filter((one) => one !== value))
            }
          />
          {word}
        </label>
      ))}
    </fieldset>
  );
}

export function RadioGroup({
  label,
  choices,
  value,
  onChange,
}: GroupProps & { readonly value: string; readonly onChange: (value: string) => void }) {
  const name = useId();
  return (
    <fieldset className={css.group} role="radiogroup" aria-label={label}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      {choices.map((choice) => (
        <label key={choice.value} className={css.choice}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </fieldset>
  );
}

export function Switch({
  label,
  isOn,
  onChange,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}) {
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
