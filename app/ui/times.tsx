/** Renders opening hours without line breaks inside a time such as "7:30 am". */
export function Times({ text }: { text: string }) {
  const parts = text.split(/(\d{1,2}(?::\d{2})?\s?[ap]\.?m\.?(?:\s?[–-])?)/i);
  return parts.map((part, index) =>
    // `split` puts the captured times at odd indexes.
    index % 2 === 1 ? (
      <span key={`${index}${part}`} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
