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
        description: 'an object of id and data-… attributes for the element that the script fills',
      }),
    ),
    hasDisclaimer: Type.Optional(
      Type.Boolean({ description: 'true where the script fills an element #widget-disclaimer, or false' }),
    ),
    origins: Type.Optional(VendorOrigins),
  },
  {
    additionalProperties: false,
    description: 'an object of script, attributes, hasDisclaimer and the origins that the script loads from',
  },
);

/** Vendor widget of a page: the URL of an iframe, or a script. */
export type VendorWidget = string | VendorScript;

const widgetEmbed = (
  description = "the address of a frame for this page, an object of a vendor's script, or null for an empty page",
) => Type.Union([AddressOrPath, VendorScript, Type.Null()], { default: null, description });

export const Embeds = Type.Object(
  {
    weatherMap: EmbedTemplate,
    weatherForecast: EmbedTemplate,
    video: AddressOrPath,
    cashBids: widgetEmbed(
      "the address of a frame for the page of cash bids, an object of a vendor's script, or null for our own board",
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
        description: 'an object of the six market and weather pages',
      },
    ),
  },
  { additionalProperties: false, description: 'an object of the embedded pages' },
);
