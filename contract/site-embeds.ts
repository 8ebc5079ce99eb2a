import { Type, type Static } from 'typebox';
import type { WidgetPage } from './paths.ts';
import { AddressOrPath, EmbedTemplate, Origin } from './site-values.ts';

const VendorOrigins = Type.Array(Origin, { description: 'a list of origins' });

/** Vendor script and the element that it fills, which has the class `barchart`. */
export type VendorScript = Static<typeof VendorScript>;
const VendorScript = Type.Object(
  {
    script: AddressOrPath,
    attributes: Type.Optional(
      Type.Record(Type.String({ pattern: '^(id|data-[a-z0-9-]+)$' }), Type.String({ maxLength: 300 }), {
        description: 'id and data-… attributes for the element that the script fills',
      }),
    ),
    hasDisclaimer: Type.Optional(
      Type.Boolean({
        description: 'true if the script fills an element with the ID widget-disclaimer, or false',
      }),
    ),
    origins: Type.Optional(VendorOrigins),
  },
  {
    additionalProperties: false,
    description: 'a script, its attributes, hasDisclaimer, and the origins it loads from',
  },
);

/** Vendor widget of a page: the URL of an iframe, or a script. */
export type VendorWidget = string | VendorScript;

const widgetEmbed = (
  description = "a web address to show in a frame, a vendor's script, or null for an empty page",
) => Type.Union([AddressOrPath, VendorScript, Type.Null()], { default: null, description });

export const Embeds = Type.Object(
  {
    weatherMap: EmbedTemplate,
    weatherForecast: EmbedTemplate,
    video: AddressOrPath,
    cashBids: widgetEmbed(
      "a web address to show in a frame, a vendor's script, or null to show the bids from the editor",
    ),
    pages: Type.Object(
      {
        '/future-market-overview': widgetEmbed(),
        '/future-detail': widgetEmbed(),
        '/market-snapshot': widgetEmbed(),
        '/news': widgetEmbed(),
        '/weather-overview': widgetEmbed(),
        '/weather-detail': widgetEmbed(),
      } satisfies Record<WidgetPage, unknown>,
      {
        default: {},
        additionalProperties: false,
        description: 'market and weather pages, each listed under its path',
      },
    ),
  },
  {
    additionalProperties: false,
    description: 'an object with weatherMap, weatherForecast, and video; cashBids and pages are optional',
  },
);
