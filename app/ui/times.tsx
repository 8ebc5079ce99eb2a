/** A line of hours as it was typed, in which no time of day breaks in the middle: "7:30 am – 5:00 pm". */
export function Times({ text }: { text: string }) {
  const parts = text.split(/(\d{1,2}(?::\d{2})?\s?[ap]\.?m\.?(?:\s?[–-])?)/i);
  return parts.map((part, index) =>
    // Every second part is a time: the pattern stands in the split as a group.
    index % 2 === 1 ? (
      <span key={`${index}${part}`} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
