import type { Site } from '#contract/site.ts';
import { DEFAULT_COLORS, findLowContrast, shownColors, type LowContrast } from '#shared/color-contrast.ts';
import { partInWords } from '#shared/site-setting-names.ts';
import controls from '#app/editor/frame/controls.module.css';
import { pathOf, toValue } from './setting-draft.ts';
import { formOf, Labeled } from './setting-form.tsx';
import { SettingRow, settingId } from './setting-row.tsx';
import { useSettingField, type LoadedSettings } from './use-setting-field.ts';
import styles from './website-section.module.css';

const SCHEMES = ['light', 'dark'] as const;
const NAMES = ['plate', 'plateDeep', 'accent', 'gold'] as const;
const HEADINGS = { light: 'In the light', dark: 'In the dark' } as const;

/** Renders the colors, with their contrast and a preview. A color that is not set follows the tint, or is the standard one. */
export function ColorField({ loaded }: { loaded: LoadedSettings }) {
  const setting = useSettingField('colors', loaded);
  const { form, change } = formOf(setting);
  const colors = toValue('colors', JSON.stringify(form)) as Site['colors'];
  const shown = shownColors(colors);
  const problems = findLowContrast(colors);
  const inputOf = (scheme: (typeof SCHEMES)[number], name: (typeof NAMES)[number] | 'tint') => {
    const path = name === 'tint' ? name : pathOf(scheme, name);
    const label = partInWords('colors', [name]);
    return (
      <ColorInput
        key={name}
        id={name === 'tint' ? settingId('colors') : `${settingId('colors')}-${scheme}-${name}`}
        label={label}
        isSet={path in form}
        value={name === 'tint' ? (colors.tint ?? DEFAULT_COLORS.light.plate) : shown[scheme][name]}
        problem={problems.find((each) => each.scheme === scheme && each.name === name)}
        resetLabel={name === 'tint' || colors.tint === undefined ? 'Use the standard color' : 'Use the tint'}
        resetTo={name === 'tint' ? '' : ` for ${label}, ${scheme}`}
        onChange={(color) => change({ [path]: color })}
      />
    );
  };
  return (
    <SettingRow
      setting={setting}
      isWide
      hint="The header, footer, headings, and links follow the tint. Colors that you choose below it stay. In the dark, the header keeps its color unless you choose one."
    >
      {inputOf('light', 'tint')}
      <div className={styles.schemes}>
        {SCHEMES.map((scheme) => (
          <fieldset key={scheme} className={styles.scheme}>
            <legend>{HEADINGS[scheme]}</legend>
            <div className={styles.colors}>{NAMES.map((name) => inputOf(scheme, name))}</div>
            <Preview scheme={scheme} colors={shown[scheme]} />
          </fieldset>
        ))}
      </div>
      <p className="visually-hidden" role="status">
        {problems.length > 0 && 'Some colors are hard to read.'}
      </p>
    </SettingRow>
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
  resetTo,
  onChange,
}: {
  id: string;
  label: string;
  isSet: boolean;
  value: string;
  problem: LowContrast | undefined;
  resetLabel: string;
  /** Continues the label for screen readers. */
  resetTo: string;
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
        <button type="button" className={controls.link} onClick={() => choose(undefined)}>
          {resetLabel}
          <span className="visually-hidden">{resetTo}</span>
        </button>
      )}
      {problem && (
        <p id={`${id}-problem`} className={`${controls.failure} ${styles.problem}`}>
          This {problem.problem}.{' '}
          <button type="button" className={controls.link} onClick={() => choose(problem.suggestion)}>
            Use {problem.suggestion}
          </button>
        </p>
      )}
    </div>
  );
}

/** Shows the colors as on a page. Screen readers get the problems instead. */
function Preview({
  scheme,
  colors: { plate, plateDeep, accent, gold },
}: {
  scheme: 'light' | 'dark';
  colors: Record<(typeof NAMES)[number], string>;
}) {
  return (
    <div className={styles.preview} data-scheme={scheme} aria-hidden="true">
      <p style={{ background: plate, borderBottomColor: gold }}>Header</p>
      <div>
        <b style={{ color: accent }}>Welcome</b>
        <u style={{ color: accent }}>Market updates</u>
      </div>
      <p style={{ background: plateDeep, borderBottomColor: plateDeep }}>Footer</p>
    </div>
  );
}
