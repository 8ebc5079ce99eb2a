// Fake vendor script. Like real ones, it fetches data, fills its element with inline styles and an image from its own
// origin, and adds elements elsewhere on the page.
const home = new URL(document.currentScript.src);

async function fill() {
  const answer = await fetch(`${home.origin}/widget.json`);
  const prices = await answer.json();
  const [place] = document.querySelectorAll('.barchart');
  const disclaimer = document.querySelector('#widget-disclaimer');
  place.innerHTML = `<p style="border: 2px solid green">Futures of ${place.dataset.symbol}: ${prices.join(', ')}</p>
    <p><span class="change">-4'2</span> <span class="change">3'0</span></p><audio></audio>
    <img src="${home.origin}/widget.svg" alt="Stand-in" width="44" height="44">`;
  if (disclaimer) disclaimer.textContent = 'Futures are delayed.';
  document.body.insertAdjacentHTML('beforeend', '<div class="barchart">Litter</div>');
}

void fill();
