/** Renders opening hours without line breaks inside a time such as "7:30 am". */
export const Times = ({ text }: { text: string }) => (
  <Unbroken text={text} pattern={/(\d{1,2}(?::\d{2})?\s?[ap]\.?m\.?(?:\s?[–-])?)/i} />
);

/** Renders text without line breaks inside of what the only group of `pattern` captures, unless that is longer. */
export const Unbroken = ({
  text,
  pattern,
  maxLength = Infinity,
}: {
  text: string;
  pattern: RegExp;
  maxLength?: number;
}) =>
  text.split(pattern).map((part, index) =>
    // `split` puts what the group captures at odd indexes.
    index % 2 === 1 && part.length <= maxLength ? (
      <span key={index} className="nowrap">
        {part}
      </span>
    ) : (
      part
    ),
  );
