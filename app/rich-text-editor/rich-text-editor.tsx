export function RichTextEditor({
  id,
  label,
  value,
  onChange,
}: {
  id: string;
  label: string;
  value: string;
  onChange: (html: string) => void;
  onSave?: () => void;
  describedBy?: string;
}) {
  return (
    <textarea id={id} aria-label={label} value={value} onChange={(event) => onChange(event.target.value)} />
  );
}
