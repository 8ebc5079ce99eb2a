import { SETTING_FIELDS } from '#contract/setting-fields.ts';
import type { Site } from '#contract/site.ts';
import { DEFAULT_COLORS, findLowContrast, shownColors, type LowContrast } from '#shared/color-contrast.ts';
import { capitalized } from '#shared/site-setting-names.ts';
import { Button } from '#app/editor/shell/button.tsx';
import controls from '#app/editor/shell/controls.module.css';
import type { FormProps } from './form.tsx';
import { Labeled } from './form-input.tsx';
import { toValue, valuesIn, type Values } from './setting-draft.ts';
import styles from './settings.module.css';

const SCHEMES = ['light', 'dark'] as const;
const NAMES = ['plate', 'plateDeep', 'accent', 'gold'] as const;
const HEADINGS = { light: 'Light mode', dark: 'Dark mode' } as const;

/**
 * Renders the colors, with their contrast and a preview, because the server rejects those that are hard to read. A color
 * that is not set follows the tint, or is the standard one.
 */
export function ColorForm({ id, values, change }: FormProps) {
  const { fields } = SETTING_FIELDS.colors;
  const colors = toValue(SETTING_FIELDS.colors, values) as Site['colors'];
  const shown = shownColors(colors);
  const problems = findLowContrast(colors);
  const changeIn = (scheme: (typeof SCHEMES)[number], color: Values) =>
    change((before) => ({ ...before, [scheme]: { ...valuesIn(before[scheme]), ...color } }));
  return (
    <>
      <ColorInput
        id={id}
        label={capitalized(fields.tint.label)}
        isSet={colors.tint !== undefined}
        value={colors.tint ?? DEFAULT_COLORS.light.plate}
        problem={problems.find(({ name }) => name === 'tint')}
        resetLabel="Use the standard color"
        onChange={(tint) => change((before) => ({ ...before, tint }))}
      />
      <div className={styles.schemes}>
        {SCHEMES.map((scheme) => (
          <fieldset key={scheme} className={styles.scheme}>
            <legend>{HEADINGS[scheme]}</legend>
            <div className={styles.colors}>
              {NAMES.map((name) => {
                const label = capitalized(fields[scheme].fields[name].label);
                return (
                  <ColorInput
                    key={name}
                    id={`${id}-${scheme}-${name}`}
                    label={label}
                    isSet={colors[scheme][name] !== undefined}
                    value={shown[scheme][name]}
                    problem={problems.find((each) => each.scheme === scheme && each.name === name)}
                    resetLabel={colors.tint === undefined ? 'Use the standard color' : 'Use the tint'}
                    resetTo={` for ${label}, ${scheme}`}
                    onChange={(color) => changeIn(scheme, { [name]: color })}
                  />
                );
              })}
            </div>
            <Preview scheme={scheme} colors={shown[scheme]} />
          </fieldset>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {problems.length > 0 && 'Some colors are hard to read.'}
      </p>
    </>
  );
}

/** Renders a color with its problem. One that is not set shows the color that applies. */
function ColorInput({
  id,
  label,
  isSet,
  value,
  problem,
  resetLabel,
  resetTo = '',
  onChange,
}: {
  id: string;
  label: string;
  isSet: boolean;
  value: string;
  problem: LowContrast | undefined;
  resetLabel: string;
  /** Continues the label for screen readers. */
  resetTo?: string;
  onChange: (color: string | undefined) => void;
}) {
  function choose(color: string | undefined) {
    onChange(color);
    document.getElementById(id)?.focus();
  }
  return (
    <div className={styles.color}>
      <Labeled id={id} label={label}>
        <input
          id={id}
          type="color"
          value={value}
          aria-describedby={problem && `${id}-problem`}
          onChange={({ target }) => onChange(target.value)}
        />
      </Labeled>
      {isSet && (
        <Button look="link" onClick={() => choose(undefined)}>
          {resetLabel}
          <span className="visually-hidden">{resetTo}</span>
        </Button>
      )}
      {problem && (
        <p id={`${id}-problem`} className={controls.failure}>
          This {problem.problem}.{' '}
          <Button look="link" onClick={() => choose(problem.suggestion)}>
            Use {problem.suggestion}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Shows the colors as on a page. Screen readers get the problems instead. */
function Preview({ scheme, colors }: { scheme: string; colors: Record<(typeof NAMES)[number], string> }) {
  const { plate, plateDeep, accent, gold } = colors;
  return (
    <div className={styles.preview} data-scheme={scheme} aria-hidden="true">
      <p style={{ background: plate, borderBottomColor: gold }}>Header</p>
      <div>
        <b style={{ color: accent }}>Welcome</b>
        <u style={{ color: accent }}>Market updates</u>
      </div>
      <p style={{ borderBottomColor: plateDeep }}>Footer</p>
    </div>
  );
}
