import { brandPath } from '#contract/seed-brands.ts';
import type { Site } from '#contract/site.ts';
import type { SiteSetting } from '#contract/site-settings.ts';
import type { Issue } from '#server/platform/errors.ts';
import { pointerInWords } from '#server/platform/settings/site-file.ts';
import { findLowContrast } from '#shared/color-contrast.ts';
import { findDayProblem, findSeasonProblem } from '#shared/special-days.ts';

/** Returns a problem for each path in the settings that the server does not serve, with the JSON pointer of its key. */
export type CheckPaths = (site: Site) => readonly { path: string; problem: string }[];

/** Returns what is wrong with the saved settings beyond their schema. The rules need the whole site. */
export function checkSettingRules(site: Site, saved: readonly SiteSetting[], checkPaths: CheckPaths) {
  const issues = [
    ...checkHours(site),
    ...checkMenu(site),
    ...checkColors(site),
    ...checkSeedBrands(site),
    ...checkPaths(site).map(ofPath),
  ];
  return issues.filter(({ path }) =>
    saved.some((name) => path.startsWith(`/${name}/`) || path === `/${name}`),
  );
}

const ofPath = ({ path, problem }: ReturnType<CheckPaths>[number]): Issue => ({
  path,
  message: `${pointerInWords(path)} ${problem}. Check the spelling.`,
});

const checkHours = ({ season, specialDays }: Site): Issue[] =>
  [
    { path: '/season', message: findSeasonProblem(season) },
    { path: '/specialDays', message: findDayProblem(specialDays) },
  ].filter(({ message }) => message !== '');

const checkMenu = ({ navigation }: Site): Issue[] =>
  navigation.flatMap(({ label, to, links }, at) =>
    to === undefined && links === undefined
      ? [
          {
            path: `/navigation/${at}`,
            message: `The menu entry ${label} leads nowhere. Add an address or a link, or remove the entry.`,
          },
        ]
      : [],
  );

const checkColors = ({ colors }: Site): Issue[] =>
  findLowContrast(colors).map(({ scheme, name, color, problem, suggestion }) => {
    const path = name === 'tint' ? '/colors/tint' : `/colors/${scheme}/${name}`;
    return { path, message: `${pointerInWords(path)} is ${color}, which ${problem}. Use ${suggestion}.` };
  });

/** Checks that each brand and each crop has its own address. Those of pages of administrators have no slash. */
const checkSeedBrands = ({ pioneer, seedBrands }: Site): Issue[] => [
  ...repeatedIn(seedBrands.map(({ address }) => address)).map((at) => ({
    path: `/seedBrands/${at}/address`,
    message: `Another brand already has the address ${brandPath(seedBrands[at]!.address)}. Choose another address for ${seedBrands[at]!.name}.`,
  })),
  ...repeatedIn(pioneer.categories.map(({ category }) => category)).map((at) => ({
    path: `/pioneer/categories/${at}/category`,
    message: `Two crops of ${pioneer.name} have the number ${pioneer.categories[at]!.category}. Give ${pioneer.categories[at]!.categoryName} another number.`,
  })),
  ...checkCrops('/pioneer', pioneer),
  ...seedBrands.flatMap((brand, at) => checkCrops(`/seedBrands/${at}`, brand)),
];

const checkCrops = (
  key: string,
  { name, categories }: { name: string; categories: readonly { id: string; categoryName: string }[] },
): Issue[] =>
  repeatedIn(categories.map(({ id }) => id)).map((at) => ({
    path: `${key}/categories/${at}/id`,
    message: `Two crops of ${name} have the web address ${categories[at]!.id}. Give ${categories[at]!.categoryName} another one.`,
  }));

/** Returns the indexes of values that an earlier value equals. */
const repeatedIn = (values: readonly unknown[]): number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));
