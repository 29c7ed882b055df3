import { useState } from 'react';
import { TextField } from './field.tsx';

interface CountFieldProps {
  readonly label: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A whole number. What is typed counts once it is one; an empty field keeps the number before. */
export function CountField({ label, value, min, max, onChange }: CountFieldProps) {
  const [text, setText] = useState(String(value));
  const isTyping = text === '' || Number(text) === value;
  return (
    <TextField
      label={label}
      type="number"
      min={min}
      max={max}
      step={1}
      value={isTyping ? text : String(value)}
      onChange={({ target }) => {
        const typed = target.value === '' ? Number.NaN : Number(target.value);
        const isCount = Number.isInteger(typed) && typed >= min && typed <= max;
        setText(isCount || target.value === '' ? target.value : String(value));
        if (isCount) onChange(typed);
      }}
      onBlur={() => setText(String(value))}
    />
  );
}
