// Moments that the server writes in UTC, as the clock on the person's wall has them.

const HOW = {
  minute: { hour: "2-digit", minute: "2-digit" },
  second: { hour: "2-digit", minute: "2-digit", second: "2-digit" },
  date: { dateStyle: "medium", timeStyle: "short" },
};
const language = document.documentElement.lang;

export const tellTimes = () => {
  for (const place of document.querySelectorAll("time[data-moment]")) {
    const at = new Date(place.dateTime);
    const otherDay =
      place.dataset.moment !== "date" && at.toDateString() !== new Date().toDateString();
    const how = {
      ...HOW[place.dataset.moment],
      ...(otherDay && { day: "numeric", month: "short" }),
      hourCycle: "h23",
    };
    place.title ||= place.textContent;
    place.textContent = new Intl.DateTimeFormat(language, how).format(at);
  }
};

tellTimes();
