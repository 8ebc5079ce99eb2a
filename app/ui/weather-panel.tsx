import { useEffect, useState } from 'react';
import { requestCoordinates, watchCoordinates, type Coordinates } from '#app/browser/coordinates.ts';
import { fillEmbedUrl } from '#app/browser/embed-url.ts';
import { useSite } from '#app/site-context.ts';
import { EmbedFrame } from './embed-frame.tsx';
import { Plate } from './plate.tsx';
import styles from './weather-panel.module.css';

/** Map and forecast for where the visitor is, as far as the visitor has allowed that; else for the cooperative. */
export function WeatherPanel() {
  const { embeds, location } = useSite();
  const [coordinates, setCoordinates] = useState<Coordinates>(location);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    // Only after the first rendering, which has to be the server's: that knows nothing of this visitor.
    return watchCoordinates({ onCoordinates: setCoordinates });
  }, []);

  async function askForLocation() {
    setIsAsking(true);
    const found = await requestCoordinates();
    if (found) setCoordinates(found);
    setIsAsking(false);
  }

  return (
    <Plate heading="Local Weather">
      <div className={styles.place}>
        <button type="button" onClick={() => void askForLocation()} aria-disabled={isAsking}>
          Use my location
        </button>
      </div>
      <div className={styles.frames}>
        <EmbedFrame
          className={styles.frame}
          title="Local weather map"
          address={fillEmbedUrl(embeds.weatherMap, coordinates)}
        />
        <EmbedFrame
          className={styles.frame}
          title="Local forecast"
          address={fillEmbedUrl(embeds.weatherForecast, coordinates)}
        />
      </div>
    </Plate>
  );
}
