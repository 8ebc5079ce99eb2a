import { Type, type Static } from 'typebox';
import { WIDGET_PAGES, type WidgetPage } from './paths.ts';
import { AddressOrPath, Closed, EmbedTemplate, Origin, ScriptAddress, WebAddress } from './site-values.ts';

const VendorOrigins = Type.Array(Origin, { description: 'a list of origins' });

/** Vendor script and the element that it fills in its own document. `page` is a link in case it fails. */
export type VendorScript = Static<typeof VendorScript>;
const VendorScript = Closed(
  {
    script: ScriptAddress,
    attributes: Type.Optional(
      Type.Record(Type.String({ pattern: '^(id|data-[a-z0-9-]+)$' }), Type.String({ maxLength: 300 }), {
        additionalProperties: false,
        maxProperties: 50,
        description: 'id and data-… attributes for the element that the script fills',
      }),
    ),
    hasDisclaimer: Type.Optional(
      Type.Boolean({
        description: 'true if the script fills an element with the ID widget-disclaimer, or false',
      }),
    ),
    origins: Type.Optional(VendorOrigins),
    page: Type.Optional(WebAddress),
  },
  'a script, its attributes, hasDisclaimer, the origins it loads from, and a page to link to if it fails',
);

/** Vendor widget of a page: the URL of an iframe, or a script. */
export type VendorWidget = string | VendorScript;

const widgetEmbed = (
  description = "a web address to show in a frame, a vendor's script, or null to show your own bids, news, or weather",
) => Type.Union([AddressOrPath, VendorScript, Type.Null()], { default: null, description });

export const Embeds = Closed(
  {
    weatherMap: EmbedTemplate,
    weatherForecast: EmbedTemplate,
    video: AddressOrPath,
    cashBids: widgetEmbed(
      "a web address to show in a frame, a vendor's script, or null to show the bids from the editor",
    ),
    pages: Type.Object(
      Object.fromEntries(WIDGET_PAGES.map((path) => [path, widgetEmbed()])) as Record<
        WidgetPage,
        ReturnType<typeof widgetEmbed>
      >,
      {
        default: {},
        additionalProperties: false,
        description: 'market and weather pages, each listed under its path',
      },
    ),
  },
  'an object with weatherMap, weatherForecast, and video; cashBids and pages are optional',
);
